import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUpCommand } from '../../src/commands/admin/admin-back-up.ts';
import { runChecks, exitCodeOf } from '../../src/commands/doctor/run-checks.ts';
import type { DoctorCheck } from '../../src/commands/doctor/doctor-check.ts';
import { doctorChecks } from '../../src/commands/doctor/checks/index.ts';
import { openCheckContext, type CheckContext } from '../../src/commands/doctor/check-context.ts';
import type { Container } from '../../src/container.ts';
import type { WorkerReport } from '../../src/domain/ports/worker-reports.ts';
import { startRedis, type RunningRedis } from '../../src/embedded/redis.ts';
import { auditLines } from '../support/audit-lines.ts';
import { certifyHost } from '../support/certify-host.ts';
import { codesOf, doctorReportSchema, gib, reportOf, runCommand, supported } from '../support/doctor-report.ts';
import { writeMmdbFile } from '../support/files/mmdb-file.ts';
import { plantedFaults } from './planted-faults.ts';
import { portOf, startSoundInstallation, type SoundInstallation } from '../support/sound-installation.ts';

/** A sound installation, and the same with planted faults. */
const dayMs = 86_400_000;
let sound: SoundInstallation;
let container: Container;
let place: string;
beforeAll(async () => {
  sound = await startSoundInstallation();
  ({ container, place } = sound);
});
afterAll(() => sound.close());

const sql = (text: string, values: unknown[] = []) => sound.sql(text, values);

async function checkWith(of: Container, more?: Partial<CheckContext>, some?: readonly DoctorCheck[]) {
  await of.settle();
  return checkAtOnce(of, more, some);
}

/** As the command does, which waits for no connection: for parts that do not answer. */
async function checkAtOnce(
  of: Container,
  more: Partial<CheckContext> = {},
  some: readonly DoctorCheck[] = doctorChecks,
) {
  const context = openCheckContext(of, null);
  try {
    return await runChecks({ ...context, ...supported, authorities: sound.state.authorities, ...more }, some);
  } finally {
    await context.close();
  }
}

const report = (more: Partial<WorkerReport> = {}) => reportOf(container.engineVersion, more);

describe('a sound installation', () => {
  test('has no finding, and every check was made', async () => {
    await container.workers.publish(report());
    const found = await checkWith(container);
    expect(found).toEqual({ findings: [], notChecked: [], sound: doctorChecks.length });
    expect(exitCodeOf(found)).toBe(0);
  });

  test(
    'is described as JSON by the command, whose exit code says whether anything is risky',
    { timeout: 120_000 },
    async () => {
      await container.workers.publish(report());
      const countLines = `select count(*)::int as lines from ${auditLines}`;
      const before = await sql(countLines);
      // A report lives for 15 s, which the command may take to load.
      const renewal = setInterval(() => void container.workers.publish(report()), 2_000);
      const env = { ...sound.env, NODE_EXTRA_CA_CERTS: sound.authorityFile };
      const { code, out } = await runCommand(['doctor', '--json'], { place, env }).finally(() =>
        clearInterval(renewal),
      );
      const said = doctorReportSchema.parse(JSON.parse(out));
      expect(await sql(countLines)).toEqual(before);
      // The machine that runs the tests may be full and old.
      const ofTheMachine = ['node.unsupported', 'disk.full'];
      expect(codesOf(said).filter((found) => !ofTheMachine.includes(found))).toEqual([]);
      expect(said.notChecked).toEqual([]);
      expect(code).toBe(exitCodeOf(said));
    },
  );
});

test('a backup is recorded by the command that makes it, and by its --taken', async () => {
  const isRecent = `select backed_up_at > now() - interval '1 day' as recent from installation`;
  for (const args of [[join(place, 'verify.backup')], ['--taken']]) {
    await sql(`update installation set backed_up_at = '2020-01-01'`);
    expect(await backUpCommand.run(container, args, () => undefined)).toBe(0);
    expect(await sql(isRecent)).toMatchObject({ rows: [{ recent: true }] });
  }
});

test('a backup overwrites a file only if it is asked to', async () => {
  const file = join(place, 'earlier.backup');
  writeFileSync(file, 'the only copy');
  const lines: string[] = [];
  expect(await backUpCommand.run(container, [file], (line) => lines.push(line))).toBe(1);
  expect(lines.join()).toContain('--replace');
  expect(readFileSync(file, 'utf8')).toBe('the only copy');
  expect(await backUpCommand.run(container, [file, '--replace'], () => undefined)).toBe(0);
  expect(readFileSync(file).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  expect(await backUpCommand.run(container, [file, '--taken'], () => undefined)).toBe(1);
});

describe('planted faults', () => {
  let redis: RunningRedis;
  let faulty: Container;
  let planted: string[];

  beforeAll(async () => {
    redis = await startRedis({ dir: join(place, 'redis'), durable: false });
    const settings = new Redis(redis.url);
    await settings.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await settings.config('SET', 'requirepass', '');
    settings.disconnect();
    const address = new URL(redis.url);
    address.password = '';
    writeMmdbFile(join(place, 'old.mmdb'), 'Test-City', { '203.0.113.0/24': {} });
    const { SMTP_URL: _smtp, TWILIO_ACCOUNT_SID: _sid, ...rest } = sound.env;
    faulty = sound.open({
      ...rest,
      TWILIO_AUTH_TOKEN: '',
      TWILIO_FROM: '',
      DATABASE_URL: sound.ownerUrl,
      DATABASE_DIRECT_URL: sound.ownerUrl,
      DATABASE_REPLICA_URL: sound.ownerUrl,
      REDIS_URL: address.href,
      ROOT_KEY_PREVIOUS: Buffer.alloc(32, 7).toString('base64'),
      GEOIP_DB: join(place, 'old.mmdb'),
      METRICS_TOKEN: 'metrics1',
    });
    await faulty.settle();
    planted = await plantAll();
  });
  afterAll(async () => {
    sound.state.forwards = true;
    await redis.stop();
  });

  /** Returns the codes that have to be reported. */
  async function plantAll(): Promise<string[]> {
    const plants = plantedFaults({ sound, container, faulty });
    for (const plant of Object.values(plants)) await plant();
    return Object.keys(plants).sort();
  }

  const worn = {
    nodeVersion: '20.1.0',
    rejectUnauthorized: '0',
    spaceOf: () => Promise.resolve({ freeBytes: gib, allBytes: 200 * gib }),
    now: () => Date.now() + 300_000,
  };

  test('are named, all of them and nothing else', async () => {
    const found = await checkWith(faulty, worn);
    expect(codesOf(found)).toEqual(planted);
    expect(planted.length).toBeGreaterThanOrEqual(15);
    expect(found.notChecked).toEqual([]);
    expect(exitCodeOf(found)).toBe(1);
    // The worst come first, and no secret is repeated.
    expect(found.findings[0]?.severity).toBe('fault');
    expect(found.findings.at(-1)?.severity).toBe('advice');
    expect(JSON.stringify(found)).not.toContain('metrics1');
  });

  test('of PUBLIC_URL are named by what browsers would make of it', async () => {
    const url = sound.env.PUBLIC_URL ?? '';
    const nowhere = new URL(`https://127.0.0.1:${(await startOther()).port}`).origin;
    const cases: [string, Record<string, string>, Partial<CheckContext>, string[]][] = [
      ['unset', { PUBLIC_URL: '' }, {}, ['public_url.missing']],
      ['plain', { PUBLIC_URL: 'http://verify.example' }, {}, ['public_url.plain_http']],
      ['local', { PUBLIC_URL: 'http://localhost:1' }, {}, ['public_url.local']],
      ['of an unknown authority', { PUBLIC_URL: url }, { authorities: undefined }, ['certificate.invalid']],
      ['past its day', { PUBLIC_URL: url }, { now: () => Date.now() + 30 * dayMs }, ['certificate.expiring']],
      [
        'of another service',
        { PUBLIC_URL: nowhere },
        { authorities: undefined },
        ['certificate.invalid', 'public_url.other_service'],
      ],
    ];
    const web = doctorChecks.filter(({ finds }) =>
      Object.keys(finds).some((code) => /^(public_url|certificate)/.test(code)),
    );
    for (const [name, env, more, expected] of cases) {
      const found = await checkWith(sound.open({ ...sound.env, ...env }), more, web);
      expect([name, ...codesOf(found)]).toEqual([name, ...expected]);
    }
  });

  async function startOther(): Promise<{ port: number }> {
    const host = await certifyHost('127.0.0.1', { validDays: -1 });
    const other = createServer({ key: host.key, cert: host.certificate }, (_asked, answer) => answer.end('hello'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    sound.closeWithRest({ close: () => new Promise((resolve) => other.close(resolve)) });
    return { port: portOf(other) };
  }

  test('a database that is there says why it refuses us: its password, its name, its connections', async () => {
    const own = new URL(sound.env.DATABASE_URL ?? '');
    const changed = (change: (url: URL) => unknown) => {
      const url = new URL(own);
      change(url);
      return url.href;
    };
    const databaseAlone = doctorChecks.filter(({ finds }) => 'database.away' in finds);
    const reasonAt = async (url: string) => {
      const { findings } = await checkAtOnce(sound.open({ ...sound.env, DATABASE_URL: url }), {}, databaseAlone);
      return findings.map(({ code, says }) => `${code} ${says}`);
    };
    expect(await reasonAt(changed((url) => (url.password = 'wrong')))).toEqual([
      `database.away DATABASE_URL: Postgres at ${own.host} refuses this user or password.`,
    ]);
    expect(await reasonAt(changed((url) => (url.pathname = '/no_such_database')))).toEqual([
      `database.away DATABASE_URL: Postgres at ${own.host} has no database of this name.`,
    ]);
    const few = changed((url) => (url.username = 'doctor_few'));
    await sql(`create role doctor_few login connection limit 0 password '${own.password}'`);
    try {
      expect(await reasonAt(few)).toEqual([
        `database.away DATABASE_URL: Postgres at ${own.host} has no free connection; raise max_connections, or end other programs.`,
      ]);
    } finally {
      await sql('drop role doctor_few');
    }
  });

  test('name the parts that are down, and never call a part sound that could not be checked', async () => {
    const away = sound.open({
      ...sound.env,
      DATABASE_URL: `postgresql://x:${randomBytes(12).toString('hex')}@127.0.0.1:9/x`,
      DATABASE_DIRECT_URL: `postgresql://x:${randomBytes(12).toString('hex')}@127.0.0.1:9/x`,
      DATABASE_REPLICA_URL: `postgresql://x:${randomBytes(12).toString('hex')}@127.0.0.1:9/x`,
      REDIS_URL: `redis://:${randomBytes(12).toString('hex')}@127.0.0.1:9`,
      MEDIA_DIR: join(place, 'root_key', 'no folder'),
      PUBLIC_URL: 'https://127.0.0.1:9',
    });
    const found = await checkAtOnce(away, {
      spaceOf: () => Promise.reject(new Error('no such folder')),
      rejectUnauthorized: '0',
    });
    const seen = codesOf(found);
    expect(seen).toEqual([
      'certificates.unchecked',
      'database.away',
      'objects.away',
      'redis.away',
      'secret_file.readable',
    ]);
    const reasons = found.findings.filter(({ code }) => code.endsWith('.away')).map(({ says }) => says);
    expect(reasons).toEqual([
      'DATABASE_DIRECT_URL: nothing answers at 127.0.0.1:9; is it running, and is the address right?',
      'REDIS_URL: nothing answers at 127.0.0.1:9; is it running, and is the address right?',
      `MEDIA_DIR: names a folder, but a part of its path is a file (${join(place, 'root_key', 'no folder')}).`,
    ]);
    const blind = found.notChecked.map(({ about }) => about);
    expect(blind).toEqual(expect.arrayContaining(['migrations', 'workers', 'free space on disks', 'the audit log']));
    // PUBLIC_URL, secrets and versions are read from the settings alone, as is the file of places.
    expect(found.sound + blind.length + seen.length).toBe(doctorChecks.length);
    expect(found.sound).toBeLessThanOrEqual(5);
  });

  test('are two when the root key is another one', async () => {
    const { ROOT_KEY_FILE: _file, ...rest } = sound.env;
    const other = sound.open({ ...rest, ROOT_KEY: randomBytes(32).toString('base64') });
    const keys = doctorChecks.filter(({ about }) => about === 'the root key');
    expect(codesOf(await checkWith(other, {}, keys))).toEqual(['root_key.wrong']);
  });
});
