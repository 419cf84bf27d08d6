import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const repositories = 'src/domain/repositories/';
const sources = ['src/', 'workers/'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file: `${folder}${file}`, text: readFileSync(`${root}${folder}${file}`, 'utf8') })),
);

it('every method of a repository has a caller: no rows stay because the job that deletes them was forgotten', () => {
  const methods = sources
    .filter(({ file }) => file.startsWith(repositories))
    .flatMap(({ text }) => [...text.matchAll(/^ {2}(\w+)(?:\(|<|: \()/gm)].map(([, name = '']) => name))
    .filter((name) => name !== 'constructor');
  expect(methods.length).toBeGreaterThan(200);
  const called = new Set(
    sources
      .filter(({ file }) => !file.startsWith(repositories))
      .flatMap(({ text }) => [...text.matchAll(/[.?](\w+)|[{,]\s*(\w+)(?=\s*[,}:])/g)].map(([, a, b]) => a ?? b)),
  );
  expect(methods.filter((name) => !called.has(name))).toEqual([]);
});
