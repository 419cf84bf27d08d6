import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const rooms = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());

it.each(rooms.map(({ name }) => name))('the room %s says what lives there', (name) => {
  expect(existsSync(`${src}${name}/README.md`)).toBe(true);
});

it('holds no file whose name says nothing', () => {
  const vague = /(^|[-/])(utils?|helpers?|common|misc|manager|info)([-.]|$)/;
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => !file.includes('generated') && vague.test(file))).toEqual([]);
});

const root = fileURLToPath(new URL('../../', import.meta.url));
const codeFiles = ['src', 'workers', 'specimens', 'web/sdk/src', 'web/dashboard/src', 'bench', 'test'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'))
    .map((file) => join(top, file)),
);

it('has no folder with more than 25 files of code', () => {
  const counts = new Map<string, number>();
  for (const folder of codeFiles.map(dirname)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
});

it('has no file of code with more than 300 lines: a longer one is split by idea', () => {
  const lines = codeFiles.map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const);
  expect(lines.filter(([, count]) => count > 300)).toEqual([]);
});

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const maps = tracked.filter(
  (file) => /^(src|workers|specimens|web)\/(.*\/)?README\.md$/.test(file) && file !== 'web/sdk/README.md',
);

it('keeps the README of each room a map; choices are notes in docs/decisions', () => {
  const lines = maps.map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length }));
  expect(lines.filter((map) => map.lines > 35)).toEqual([]);
});

it('names only files that exist in its READMEs and docs', () => {
  const pages = tracked.filter((file) => file.endsWith('.md') && !file.startsWith('bench/'));
  const named = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/`(?:\.{1,2}\/)*([\w./-]+\.(?:tsx?|mjs|prisma))`/g)].map(
      ([, name = '']) => ({ page, name }),
    ),
  );
  expect(named.length).toBeGreaterThan(100);
  const exists = (name: string) => tracked.some((file) => file === name || file.endsWith(`/${name}`));
  expect(named.filter(({ name }) => !name.includes('generated/') && !exists(name))).toEqual([]);
});
