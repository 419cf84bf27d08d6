import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compiledPath } from '../../src/embedded/compile.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { testRedis } from '../support/servers/redis.ts';
import { startProgram } from '../support/prepare/prepare-programs.ts';
import { sampleOf } from '../support/sample-of.ts';

/** Processes that cannot start, on a real Postgres and Redis: what a person sees first. */
const place = mkdtempSync(join(tmpdir(), 'verify-faults-'));
const aFile = join(place, 'a-file');
/** An address of no machine (RFC 5737). */
const nobody = '203.0.113.9';
let database: TestDatabase;
let taken: Server;
let env: Record<string, string>;
beforeAll(async () => {
  writeFileSync(aFile, '{}');
  database = await createTestDatabase();
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, resolve));
  const redis = testRedis();
  env = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    REDIS_PREFIX: redis.prefix,
    ROOT_KEY: Buffer.alloc(32, 7).toString('base64'),
    MEDIA_DIR: join(place, 'media'),
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: '0',
  };
});
afterAll(async () => {
  taken.close();
  await database.drop();
  rmSync(place, { recursive: true, force: true });
});
const takenPort = () => String((taken.address() as AddressInfo).port);

async function run(program: string, args: readonly string[], given: Record<string, string>) {
  const child = spawn(process.execPath, [compiledPath(program), ...args], {
    env: { PATH: process.env.PATH, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => output.push(bytes.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = output.join('');
  expect(said).not.toMatch(/^\s+at .*:\d+|ConfigInvalid|node:internal/m);
  return { code, lines: said.trim().split('\n') };
}

const inContainer = (role: readonly string[], more: Record<string, string>) =>
  run('src/commands/run.ts', role, { ...env, ...more });

describe('a process names the setting, its fault and the next step in one line', () => {
  const api = ['api'];
  const faults: [string, string[], () => Record<string, string>, RegExp[]][] = [
    ['an address that the machine lacks', api, () => ({ HOST: nobody }), [/HOST/, /203\.0\.113\.9/, /127\.0\.0\.1/]],
    ['a name that leads nowhere', api, () => ({ HOST: 'nowhere.invalid' }), [/HOST/, /nowhere\.invalid/, /0\.0\.0\.0/]],
    ['a port that is taken', api, () => ({ PORT: takenPort(), HOST: '0.0.0.0' }), [/PORT/, /another port/]],
    ['no public address', api, () => ({ PUBLIC_URL: '' }), [/PUBLIC_URL/, /https:\/\/verify\.example/]],
    ['a demo file that does not exist', api, () => ({ DEMO_FILE: '/nowhere' }), [/DEMO_FILE/, /does not exist/]],
    ['a demo file of another form', api, () => ({ DEMO_FILE: aFile }), [/DEMO_FILE/, /clientId/]],
    [
      'issuers that do not exist',
      ['worker', 'document'],
      () => ({ DOCUMENT_ISSUERS: '/nowhere' }),
      [/DOCUMENT_ISSUERS/, /does not exist/],
    ],
    [
      'a port for metrics that is taken',
      ['worker', 'otp'],
      () => ({ METRICS_PORT: takenPort(), HOST: '0.0.0.0' }),
      [/METRICS_PORT/, /another port/],
    ],
    ['a queue that there is not', ['worker', 'document', 'letters'], () => ({}), [/letters/, /liveness/]],
    ['a wrong password', ['migrate'], () => ({ DATABASE_URL: wrongPassword() }), [/DATABASE_URL/, /password/]],
    ['a folder that is a file', ['migrate'], () => ({ MEDIA_DIR: join(aFile, 'media') }), [/MEDIA_DIR/, /a file/]],
  ];
  test.each(sampleOf(faults, 2))('%s', async (_what, role, given, says) => {
    const { code, lines } = await inContainer(role, given());
    expect(code).toBe(1);
    const line = lines.at(-1) ?? '';
    for (const part of says) expect(line).toMatch(part);
  });

  const wrongPassword = () => Object.assign(new URL(database.url), { password: 'hunter2' }).href;
});

test('a role does nothing when it does not understand a word, and explains itself for --help', async () => {
  for (const args of sampleOf([['migrate', '--dry-run'], ['api', 'worker'], ['purge'], []], 2)) {
    const { code, lines } = await inContainer(args, {});
    expect([code, lines]).toEqual([1, [expect.stringContaining('api, worker [queue …], migrate, admin COMMAND …')]]);
  }
  for (const args of sampleOf([['--help'], ['migrate', '--help'], ['worker', '--help']], 1))
    expect((await inContainer(args, {})).code).toBe(0);
});

test('a process names every setting that cannot be used at once, and repeats no value', async () => {
  const { code, lines } = await inContainer(['api'], {
    DATABASE_URL: 'mysql://secret@host/db',
    ROOT_KEY: 'c2hvcnQ=',
    LOG_LEVEL: 'loud',
    PORT: 'eighty',
  });
  expect(code).toBe(1);
  for (const name of ['DATABASE_URL', 'ROOT_KEY', 'LOG_LEVEL', 'PORT'])
    expect(
      lines.some((line) => line.trim().startsWith(`${name}: must be`)),
      name,
    ).toBe(true);
  expect(lines.join('')).not.toMatch(/secret|c2hvcnQ|loud|eighty/);
});

describe('`npm start`', () => {
  const start = (given: Record<string, string>, args: readonly string[] = []) =>
    run(startProgram, args, { VERIFY_DIR: join(place, 'verify'), PORT: '0', ...given });

  test('names a file in the place of its folder', async () => {
    const { code, lines } = await start({ VERIFY_DIR: aFile });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain(aFile);
    expect(lines[0]).toContain('VERIFY_DIR');
    expect(lines[0]).not.toContain('EEXIST');
  });

  test('names settings that cannot be used before it makes anything', async () => {
    const folder = join(place, 'untouched');
    const { code, lines } = await start({ VERIFY_DIR: folder, SMTP_URL: 'mail', SECOND_FACTOR_REQUIRED: 'yes' });
    expect(code).toBe(1);
    expect(
      lines.filter((line) => /SMTP_URL: must be|SECOND_FACTOR_REQUIRED: must be true or false/.test(line)),
    ).toHaveLength(2);
    expect(existsSync(folder)).toBe(false);
  });

  const faults: [string, () => Record<string, string>, RegExp][] = [
    ['an address that the machine lacks', () => ({ HOST: nobody }), /HOST.*203\.0\.113\.9/],
    [
      'a Redis that does not answer',
      () => ({ REDIS_URL: 'redis://:hunter2@127.0.0.1:9' }),
      /REDIS_URL.*127\.0\.0\.1:9/,
    ],
    ['a Redis that refuses the password', () => ({ REDIS_URL: wrong(env.REDIS_URL) }), /REDIS_URL.*password/],
    [
      'a database that does not answer',
      () => ({ DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:9/v' }),
      /DATABASE_URL.*127\.0\.0\.1:9/,
    ],
    [
      'a database that refuses the password',
      () => ({ DATABASE_URL: wrong(env.DATABASE_URL) }),
      /DATABASE_URL.*password/,
    ],
    ['a folder for files that is a file', () => ({ MEDIA_DIR: aFile }), /MEDIA_DIR.*a file/],
    ['a folder of models that does not exist', () => ({ MODELS_DIR: '/nowhere' }), /MODELS_DIR.*does not exist/],
    [
      'a port of the workers’ metrics that is PORT',
      // Below the ports that systems give to other programs.
      () => ({ PORT: '21312', METRICS_PORT: '21310' }),
      /METRICS_PORT.*21310/,
    ],
  ];
  test.each(sampleOf(faults, 2))('names %s before it starts anything', async (_what, given, says) => {
    const { code, lines } = await start(given());
    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(says);
    expect(lines.join('\n')).not.toMatch(/hunter2|Verify is starting|Postgres is|starting/);
  });

  test('explains itself for --help, and refuses an option that it does not know', async () => {
    const help = await start({}, ['--help']);
    expect([help.code, help.lines.join('\n')]).toEqual([0, expect.stringContaining('PORT=4000 npm start')]);
    const refused = await start({}, ['--port', '4000']);
    expect([refused.code, refused.lines[0]]).toEqual([1, expect.stringContaining('--port')]);
  });

  const wrong = (url = '') => Object.assign(new URL(url), { password: 'hunter2' }).href;
});

test('npm start says that the packages are not installed, where Node would print a stack', async () => {
  mkdirSync(join(place, 'fresh', 'src', 'embedded'), { recursive: true });
  const copy = join(place, 'fresh', 'src', 'embedded', 'check-install.mjs');
  copyFileSync('src/embedded/check-install.mjs', copy);
  const check = (file: string) => spawnSync(process.execPath, [file], { encoding: 'utf8' });
  expect(check(copy)).toMatchObject({ status: 1, stderr: expect.stringMatching(/^[^\n]*npm ci\n$/) as string });
  expect(check('src/embedded/check-install.mjs')).toMatchObject({ status: 0, stderr: '' });
});

test('secrets for compose are not made without openssl: they would be empty', async () => {
  const folder = join(place, 'secrets');
  const child = spawn('/bin/sh', ['deploy/make-secrets.sh', folder], { env: { PATH: '/nowhere' }, stdio: 'pipe' });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  expect(await new Promise<number | null>((resolve) => child.once('close', resolve))).toBe(1);
  expect(said).toContain('Install openssl');
  expect(existsSync(folder)).toBe(false);
});
