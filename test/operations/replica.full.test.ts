import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/adapters/telemetry/logger.ts';
import { databaseChecks } from '../../src/commands/doctor/checks/database.ts';
import { runChecks } from '../../src/commands/doctor/run-checks.ts';
import { openCheckContext } from '../../src/commands/doctor/check-context.ts';
import { loadConfig } from '../../src/config.ts';
import { createContainer } from '../../src/container.ts';
import { applyMigrations } from '../../src/db/migrations/apply-migrations.ts';
import { startPostgres, type RunningPostgres } from '../../src/embedded/postgres.ts';
import { eventually } from '../support/eventually.ts';
import { startReplica } from '../support/programs/postgres-replica.ts';
import { startStack, type Stack } from '../support/stack.ts';

/** A real streaming replica, made by a base backup. */
const folder = mkdtempSync(join(tmpdir(), 'verify-replica-'));
let primary: RunningPostgres;
let replica: RunningPostgres;
let stack: Stack;
let onReplica: pg.Pool;
const replicaDir = join(folder, 'replica');

beforeAll(async () => {
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'primary');
  primary = await startPostgres({ dataDir, durable: true });
  await applyMigrations({ url: primary.url });
  replica = await startReplica({ url: primary.url, dataDir }, replicaDir);
  onReplica = new pg.Pool({ connectionString: replica.url, max: 1 });
  onReplica.on('error', () => undefined);
  stack = await startStack({ env: { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url } });
}, 180_000);
afterAll(async () => {
  await stack.close();
  await onReplica.end();
  await replica.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function reads(): Promise<Record<'replica' | 'late' | 'away', number>> {
  const page = await stack.container.telemetry.render(null);
  const count = (outcome: string) =>
    Number(new RegExp(`^verify_replica_reads_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(page)?.[1] ?? 0);
  return { replica: count('replica'), late: count('late'), away: count('away') };
}

async function newest(): Promise<string | undefined> {
  const { body } = await stack.api.get<{ data: { id: string }[] }>('/v2/verifications?limit=1', {
    token: stack.client.token,
  });
  return body.data[0]?.id;
}

async function findings(env: Record<string, string> = {}): Promise<string[]> {
  const container = createContainer(
    loadConfig({ ...stack.env, ...env }),
    createLogger({ level: 'silent', process: 'admin' }),
  );
  const context = openCheckContext(container, null);
  try {
    const { findings: found } = await runChecks(context, databaseChecks);
    return found.map(({ code }) => code).filter((code) => code.startsWith('replica.'));
  } finally {
    await context.close();
    await container.close();
  }
}

test('a list that the replica answers contains what its caller wrote a moment before, every time', async () => {
  for (let time = 0; time < 30; time += 1) {
    const { verificationId } = await stack.startSession();
    expect(await newest()).toBe(verificationId);
  }
  const { token } = stack.client;
  expect((await stack.api.get('/v2/analytics', { token })).status).toBe(200);
  for (let time = 0; time < 5; time += 1) {
    const path = `/v2/webhook-endpoints`;
    const { body } = await stack.api.post<{ id: string }>(path, { token, json: { url: 'https://host.example/hook' } });
    const log = await stack.api.get<{ data: { subject: string }[] }>('/v2/audit-log', { token });
    expect(log.body.data[0]?.subject).toBe(body.id);
  }
  // A machine that is busy with other things finds the replica late, and lets it rest for seconds.
  const missed: string[] = [];
  await eventually(async () => {
    const { verificationId } = await stack.startSession();
    if ((await newest()) !== verificationId) missed.push(verificationId);
    return (await reads()).replica > 10;
  });
  expect(missed).toEqual([]);
  expect(await findings()).toEqual([]);
});

test('nothing but lists and figures is read from the replica', async () => {
  const before = await reads();
  const session = await stack.startSession();
  const { token } = stack.client;
  expect((await session.state()).status).toBe(200);
  expect((await stack.api.get(`/v2/verifications/${session.verificationId}`, { token })).status).toBe(200);
  expect((await stack.api.get('/v2/audit-log/integrity', { token })).status).toBe(200);
  expect(await reads()).toEqual(before);
});

test('a replica that stops replaying is passed over: the primary answers, with what was just written', async () => {
  await eventually(async () => (await newest(), (await reads()).replica > 0), { what: 'a read by the replica' });
  await onReplica.query('select pg_wal_replay_pause()');
  try {
    const before = await reads();
    for (let time = 0; time < 5; time += 1) {
      const { verificationId } = await stack.startSession();
      expect(await newest()).toBe(verificationId);
    }
    const after = await reads();
    expect(after.replica).toBe(before.replica);
    expect(after.late).toBeGreaterThan(before.late);
  } finally {
    await onReplica.query('select pg_wal_replay_resume()');
  }
});

test(
  'a replica that dies costs no list, is named, and answers again once it is back',
  { timeout: 120_000 },
  async () => {
    const port = Number(new URL(replica.url).port);
    process.kill(replica.pid, 'SIGKILL');
    await replica.ended;
    const before = await reads();
    for (let time = 0; time < 5; time += 1) {
      const { verificationId } = await stack.startSession();
      expect(await newest()).toBe(verificationId);
    }
    expect((await reads()).away + (await reads()).late).toBeGreaterThan(before.away + before.late);
    expect(stack.logLines.join('\n')).toContain('the primary answers lists in place of the replica');
    expect(await findings()).toEqual(['replica.away']);

    replica = await startPostgres({ dataDir: replicaDir, durable: true, port });
    const { replica: answered } = await reads();
    await eventually(
      async () => {
        await newest();
        return (await reads()).replica > answered;
      },
      { withinMs: 60_000, what: 'a read by the replica that is back' },
    );
    expect(await findings()).toEqual([]);
  },
);

test('a server that does not follow the database is never read, and is named', async () => {
  const env = { DATABASE_REPLICA_URL: primary.url };
  expect(await findings(env)).toEqual(['replica.other_database']);
  const container = createContainer(
    loadConfig({ ...stack.env, ...env }),
    createLogger({ level: 'silent', process: 'api' }),
  );
  try {
    const page = { limit: 1, before: null };
    const id = await newest();
    // A machine that is busy with other things may take the other server for one that is late.
    const listedIds = new Set<string | undefined>();
    await eventually(
      async () => {
        const [listed] = await container.db.lists.listVerifications(stack.client.clientId, page, {});
        listedIds.add(listed?.id);
        return (await container.telemetry.render(null)).includes('verify_replica_reads_total{outcome="away"}');
      },
      { everyMs: 200, what: 'a read that the other server does not answer' },
    );
    expect([...listedIds]).toEqual([id]);
    expect(await container.telemetry.render(null)).not.toContain('verify_replica_reads_total{outcome="replica"}');
  } finally {
    await container.close();
  }
});
