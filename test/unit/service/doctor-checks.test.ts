import { describe, expect, test } from 'vitest';
import { runChecks } from '../../../src/commands/doctor/run-checks.ts';
import { doctorChecks } from '../../../src/commands/doctor/checks/index.ts';
import type { CheckContext } from '../../../src/commands/doctor/check-context.ts';

/** States that a test cannot produce in a real installation. */
async function findIn(code: string, context: object): Promise<string[]> {
  const some = doctorChecks.filter(({ finds }) => code in finds);
  const { findings, notChecked } = await runChecks(context as CheckContext, some);
  expect([some.length, notChecked]).toEqual([1, []]);
  return findings.map((finding) => finding.code);
}

const liveClient = {
  sql: (text: string) => Promise.resolve(text.includes('select id from clients') ? [{ id: 'cli_1' }] : []),
};
const withMail = (url: string) => ({
  ...liveClient,
  container: { config: { email: { url, from: 'a@example.com' } } },
});

describe('doctor', () => {
  test('names a mail server that delivers nothing, and accepts one that does', async () => {
    for (const url of ['smtp://mailpit', 'smtp://10.0.0.1:1025', 'smtp://sandbox.smtp.mailtrap.io:2525'])
      expect(await findIn('sender.email_caught', withMail(url))).toEqual(['sender.email_caught']);
    expect(await findIn('sender.email_caught', withMail('smtps://mail.example:465'))).toEqual([]);
  });

  test('names a database whose connections are almost all taken', async () => {
    const having = (used: number) => ({ sql: () => Promise.resolve([{ used, most: 100 }]) });
    expect(await findIn('database.connections', having(90))).toEqual(['database.connections']);
    expect(await findIn('database.connections', having(80))).toEqual([]);
  });

  test('names a replica that does not answer, and one that is more than half a minute behind', async () => {
    const primary = {
      sql: () => Promise.resolve([{ system: '7', position: '0/16B3748' }]),
      container: { config: { database: { replicaUrl: 'postgresql://replica/verify' } } },
    };
    const away = { ...primary, replicaSql: () => Promise.reject(new Error('connection refused')) };
    expect(await findIn('replica.away', away)).toEqual(['replica.away']);
    const behind = (seconds: number) => ({
      ...primary,
      replicaSql: () => Promise.resolve([{ system: '7', follows: true, seconds }]),
    });
    expect(await findIn('replica.late', behind(31))).toEqual(['replica.late']);
    expect(await findIn('replica.late', behind(30))).toEqual([]);
  });

  test('names versions after the last day of their support, and accepts those that are newer than its table', async () => {
    const at = (day: string) => ({ now: () => new Date(day).getTime() });
    const node = (nodeVersion: string, day: string) => findIn('node.unsupported', { nodeVersion, ...at(day) });
    expect(await node('24.0.0', '2027-01-01')).toEqual([]);
    expect(await node('24.0.0', '2028-06-01')).toEqual(['node.unsupported']);
    expect(await node('23.5.0', '2027-01-01')).toEqual(['node.unsupported']);
    expect(await node('26.1.0', '2027-01-01')).toEqual([]);
    const postgres = (number: number) =>
      findIn('postgres.unsupported', { sql: () => Promise.resolve([{ number }]), ...at('2026-11-20') });
    expect(await postgres(140_012)).toEqual(['postgres.unsupported']);
    expect(await postgres(170_001)).toEqual([]);
  });

  test('says that the service does not run, in place of what only a running service shows', async () => {
    const context = { stopped: true } as unknown as CheckContext;
    const some = doctorChecks.filter(({ finds, needsRunning }) => 'workers.stopped' in finds || needsRunning === true);
    const { findings, notChecked } = await runChecks(context, some);
    expect(findings.map(({ code }) => code)).toEqual(['workers.stopped']);
    expect(notChecked.map(({ about }) => about)).toEqual(
      expect.arrayContaining(['models', 'queues', 'files that are to be deleted', 'who may read the metrics']),
    );
    for (const { why } of notChecked) expect(why).toBe('the service does not run');
    expect(JSON.stringify(findings)).not.toContain('worker QUEUE');
  });

  test('names a Redis that is nearly full, and not one without a limit', async () => {
    const having = (most: string) => ({
      redisFacts: () =>
        Promise.resolve(
          new Map([
            ['maxmemory_policy', 'noeviction'],
            ['used_memory', '950'],
            ['maxmemory', most],
          ]),
        ),
    });
    expect(await findIn('redis.full', having('1000'))).toEqual(['redis.full']);
    expect(await findIn('redis.full', having('0'))).toEqual([]);
  });

  test('names a location database that cannot be read', async () => {
    const container = { config: { geoip: { files: ['/nowhere.mmdb'] } } };
    expect(await findIn('geoip.unusable', { container, now: () => 0 })).toEqual(['geoip.unusable']);
  });
});
