import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

/** Every npm script that runs a program of ours, called by somebody who does not know it. */
const root = new URL('../../', import.meta.url).pathname;
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
/** The last program of the script gets the arguments. Compilers and test runners of others have their own. */
const commands = Object.entries(scripts).flatMap(([name, script]): [string, string][] => {
  const [, program] = /node --import tsx (src\/commands\/[\w-]+\.ts|test\/browser\/[\w-]+\.ts)$/.exec(script) ?? [];
  return program === undefined ? [] : [[name, program]];
});
const place = mkdtempSync(join(tmpdir(), 'verify-commands-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

function run(program: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, VERIFY_DIR: join(place, 'verify') },
    encoding: 'utf8',
  });
  return { code: status, said: stdout + stderr };
}

test('there are commands', () => {
  expect(commands.map(([name]) => name)).toEqual(
    expect.arrayContaining(['models', 'demo', 'admin', 'openapi', 'docs', 'words', 'build:packages', 'migrate:new']),
  );
});

describe.each(commands)('npm run %s', (name, program) => {
  test('explains itself for --help', () => {
    const { code, said } = run(program, ['--help']);
    expect([code, said]).toEqual([0, expect.stringContaining(`npm run ${name}`)]);
    expect(said.split('\n').length).toBeLessThan(60);
  });

  test('refuses an option that it does not know', () => {
    const { code, said } = run(program, [...(name === 'admin' ? ['purge'] : []), '--bogus']);
    expect([code, said]).toEqual([1, expect.stringContaining('--bogus')]);
    expect(said).not.toMatch(/^\s+at .*:\d+/m);
  });
});

test('npm run build:packages does not replace a folder that is no package of ours', () => {
  const folder = join(place, 'work');
  mkdirSync(join(folder, 'client'), { recursive: true });
  const file = join(folder, 'client', 'thesis.txt');
  writeFileSync(file, 'years of work');
  const { code, said } = run('src/commands/build-packages.ts', [folder]);
  expect([code, said]).toEqual([1, expect.stringContaining(join(folder, 'client'))]);
  expect(readFileSync(file, 'utf8')).toBe('years of work');
});
