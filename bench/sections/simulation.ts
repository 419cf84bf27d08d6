import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createSdkClient } from '../../src/commands/sdk-client.ts';
import { drawPassport } from '../../specimens/documents/draw-passport.ts';
import { runningCpuMs } from '../cpu-time.ts';
import type { Row, Section } from '../section.ts';
import { limitsOf, needsAt, type Costs } from '../simulate.ts';
import type { BenchStack } from '../stack.ts';

const warmUps = 2;
const verifications = 12;
/** Connections report what they wrote ten seconds after their last statement at the latest. */
const statisticsAfterMs = 12_000;
const idleMs = 25_000;
const rates = [1, 100, 10_000];
const longestWaitSeconds = 1;

/** The cost of a whole verification for each part, and a simulation of how many cores that requires. */
export const simulation: Section = {
  name: 'simulation',
  title: 'What a verification costs, and what runs out first',
  async measure(stack, say) {
    const receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(204).end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    try {
      await sendWebhooksTo(stack, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
      const { perVerification: used, idle } = await measureVerifications(stack, say);
      return [...costRows(used, idle), ...simulationRows(used, say)];
    } finally {
      receiver.close();
    }
  },
};

interface Used {
  /** Processor time, in ms. */
  cpu: Record<string, number>;
  transactions: number;
  rowsWritten: number;
  rowsKept: number;
  rowBytes: number;
  walBytes: number;
  fileBytes: number;
}

interface Span {
  ms: number;
  more: (of: (used: Used) => number) => number;
}

async function sendWebhooksTo({ container: { db }, demo: { clientId } }: BenchStack, url: string): Promise<void> {
  for (const { id } of await db.webhookEndpoints.list(clientId, { limit: 100, before: null })) {
    await db.webhookEndpoints.update(clientId, id, { url });
  }
}

async function measureVerifications(stack: BenchStack, say: (line: string) => void) {
  const workers = {
    'document worker': await stack.startWorker('document'),
    'quality worker': await stack.startWorker('quality'),
    'worker for messages and cron jobs': await stack.startWorker('webhook', 'otp', 'maintenance'),
  };
  const pids = Object.entries(workers).map(([part, { pid = 0 }]) => [part, pid] as const);
  const pool = new pg.Pool({ connectionString: stack.env.DATABASE_URL, max: 1 });
  const read = async (): Promise<Used> => {
    await delay(statisticsAfterMs);
    const { apiMs, postgresMs } = stack.readCpu();
    const cpu = {
      API: apiMs,
      Postgres: postgresMs,
      ...Object.fromEntries(pids.map(([part, pid]) => [part, runningCpuMs(pid)])),
    };
    return { cpu, ...(await readDatabase(pool)), fileBytes: bytesBelow(stack.env.MEDIA_DIR ?? '') };
  };
  const client = createSdkClient(stack.apiUrl);
  const verify = async (seed: number) => {
    const { jpeg } = await drawPassport({ seed });
    const session = await client.start(stack.demo.clientId, stack.demo.flows['document-only']);
    await client.upload(session.sessionToken, 'document', { kind: 'document-front', bytes: jpeg });
    await client.submit(session.sessionToken, 'document', { documentType: 'passport' });
    await client.follow(session.sessionToken, (message) => message.type === 'verification.finished');
  };
  for (let seed = 1; seed <= warmUps; seed += 1) await verify(seed);
  const parts = ['API', 'Postgres', ...Object.keys(workers)];
  const watch = async (during: () => Promise<void>): Promise<Span> => {
    const [before, beganAt] = [await read(), performance.now()];
    await during();
    const after = await read();
    return { ms: performance.now() - beganAt, more: (of) => of(after) - of(before) };
  };
  const idleBefore = await watch(() => delay(idleMs));
  const busy = await watch(async () => {
    for (let seed = 1; seed <= verifications; seed += 1) {
      await verify(seed + warmUps);
      say(`verification ${seed} of ${verifications}`);
    }
  });
  const idleAfter = await watch(() => delay(idleMs));
  await pool.end();
  // Per millisecond, in the quieter of the two idle spans.
  const idleOf = (of: (used: Used) => number) =>
    Math.max(0, Math.min(...[idleBefore, idleAfter].map((span) => span.more(of) / span.ms)));
  const each = (of: (used: Used) => number) => Math.max(0, busy.more(of) - idleOf(of) * busy.ms) / verifications;
  return {
    perVerification: {
      cpu: Object.fromEntries(parts.map((part) => [part, each(({ cpu }) => cpu[part] ?? 0)])),
      transactions: each((used) => used.transactions),
      rowsWritten: each((used) => used.rowsWritten),
      rowsKept: each((used) => used.rowsKept),
      rowBytes: each((used) => used.rowBytes),
      walBytes: each((used) => used.walBytes),
      fileBytes: each((used) => used.fileBytes),
    },
    idle: Object.fromEntries(parts.map((part) => [part, idleOf(({ cpu }) => cpu[part] ?? 0)])),
  };
}

async function readDatabase(pool: pg.Pool): Promise<Omit<Used, 'cpu' | 'fileBytes'>> {
  const { rows: figures } = await pool.query<Record<'transactions' | 'written' | 'kept' | 'wal', number>>(`
    select (select xact_commit + xact_rollback from pg_stat_database where datname = current_database())::float8 as transactions,
           (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_user_tables)::float8 as written,
           (select sum(n_tup_ins - n_tup_del) from pg_stat_user_tables)::float8 as kept,
           pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`);
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  let rowBytes = 0;
  for (const { name } of tables) {
    const { rows } = await pool.query<{ bytes: number }>(
      `select coalesce(sum(pg_column_size(t.*)), 0)::float8 as bytes from ${name} t`,
    );
    rowBytes += rows[0]?.bytes ?? 0;
  }
  const { transactions = 0, written = 0, kept = 0, wal = 0 } = figures[0] ?? {};
  return { transactions, rowsWritten: written, rowsKept: kept, rowBytes, walBytes: wal };
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

const told = (what: string, measured: string, against: string, samples: string): Row => ({
  ...{ what, measured, against, ratio: '–', bar: '–', met: true, samples },
});

function costRows(used: Used, idle: Readonly<Record<string, number>>): Row[] {
  const samples = `${verifications} drawn passports, one after the other`;
  const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
  return [
    ...Object.entries(used.cpu).map(([part, ms]) =>
      told(
        `${part}: processor time of a verification`,
        `${ms.toFixed(0)} ms`,
        `${(100 * (idle[part] ?? 0)).toFixed(1)} % of a core when idle, subtracted`,
        samples,
      ),
    ),
    told(
      'Postgres: rows written, and kept, of a verification',
      `${used.rowsWritten.toFixed(0)}, ${used.rowsKept.toFixed(0)} kept`,
      `${used.transactions.toFixed(0)} transactions`,
      samples,
    ),
    told('Postgres: bytes of these rows without indexes', kB(used.rowBytes), `${kB(used.walBytes)} of WAL`, samples),
    told('object store: bytes of a verification', kB(used.fileBytes), '–', samples),
  ];
}

function simulationRows(used: Used, say: (line: string) => void): Row[] {
  const costs: Costs = Object.fromEntries(
    Object.entries(used.cpu).map(([part, ms]) => [part, Math.max(ms, 0.1) / 1_000]),
  );
  const oneCoreEach = limitsOf(costs, {});
  return [
    told(
      'one core of each part: verifications a second until it is full',
      oneCoreEach.map(({ part, perSecond }) => `${part} ${perSecond.toPrecision(2)}`).join(', '),
      `first: ${oneCoreEach[0]?.part ?? ''}`,
      'calculated',
    ),
    ...rates.map((rate) => {
      say(`simulating ${rate} a second`);
      const needs = needsAt(rate, costs, longestWaitSeconds);
      return told(
        `cores for ${rate} verifications a second, so that 95 of 100 wait ${longestWaitSeconds} s at most at each part`,
        needs.map(({ part, cores }) => `${part} ${cores}`).join(', '),
        needs.map(({ part, used: share }) => `${part} ${(100 * share).toFixed(0)} %`).join(', '),
        'simulated',
      );
    }),
  ];
}
