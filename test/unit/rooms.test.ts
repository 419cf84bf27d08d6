import { existsSync, readdirSync } from 'node:fs';
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
