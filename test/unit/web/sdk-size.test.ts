import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../../src/embedded/build-web.ts';
import { languages } from '../../../src/domain/language.ts';

const dist = fileURLToPath(new URL('../../../web/sdk/dist/', import.meta.url));

/** A script and everything that it imports statically: all of it must be loaded before it runs. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  for (const [, path = ''] of code.matchAll(/(?:from|import)\s*"(\.{1,2}\/[^"]+\.js)"/g)) {
    withImports(join(dirname(file), path), seen);
  }
  return seen;
}
const gzipBytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
const asset = (name: string) => {
  const found = readdirSync(join(dist, 'assets')).find((file) => new RegExp(`^${name}-[\\w-]+\\.js$`).test(file));
  if (found === undefined) throw new Error(`no chunk ${name}`);
  return join(dist, 'assets', found);
};

describe('the bundle of the SDK, compressed with gzip', () => {
  beforeAll(() => buildWeb(() => undefined), 60_000);

  it('has a loader of 2 kB at most', () => {
    expect(gzipBytes(withImports(join(dist, 'verify.js')))).toBeLessThanOrEqual(2048);
  });

  it.each(languages)('has a first screen of 36 kB at most, with its texts in %s', (language) => {
    const flow = withImports(asset('present-flow'));
    const steps = asset('step-screen');
    expect([...flow]).not.toContain(steps);
    expect(gzipBytes([...flow, asset(language)])).toBeLessThanOrEqual(36 * 1024);
  });

  it.each(languages)(
    'has 60 kB at most with all that a step needs, including cameras and the edge finder, in %s',
    (language) => {
      const all = withImports(asset('step-screen'), withImports(asset('present-flow')));
      expect(gzipBytes([...all, asset(language)])).toBeLessThanOrEqual(60 * 1024);
    },
  );

  it('has a source map for each script of ours', () => {
    const scripts = readdirSync(join(dist, 'assets')).filter((file) => /^(?!preload-helper).*\.js$/.test(file));
    expect(scripts.filter((file) => !existsSync(join(dist, 'assets', `${file}.map`)))).toEqual([]);
  });
});
