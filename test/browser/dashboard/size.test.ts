import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

interface Chunk {
  file: string;
  imports?: string[];
}

const dist = new URL('../../../web/dashboard/dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Record<string, Chunk>; // Written by Vite.

/** The file and everything that it loads before it runs. */
function reachedFrom(name: string, reached = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined || reached.has(chunk.file)) return reached;
  reached.add(chunk.file);
  for (const imported of chunk.imports ?? []) reachedFrom(imported, reached);
  return reached;
}

const gzipBytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist))).length, 0);

test('the first page of the dashboard loads at most 200 kB of gzipped script; charts, codes and the builder load later', () => {
  const files = reachedFrom('src/pages/overview.tsx', reachedFrom('index.html'));
  expect(gzipBytes(files)).toBeLessThanOrEqual(200_000);
  expect([...files].filter((file) => /\/(day-chart|qr-code|flow)-.{8}\.js$/.test(file))).toEqual([]);
});
