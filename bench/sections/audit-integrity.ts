import pg from 'pg';
import { ClientKeys } from '../../src/db/keys/keys.ts';
import { auditMacOf } from '../../src/domain/encryption/audit-mac.ts';
import { newId } from '../../src/domain/id.ts';
import { openRootKey } from '../../src/adapters/root-keys/open-root-key.ts';
import { auditHashOf, firstPreviousHash, type AuditEntry } from '../../src/domain/privacy/audit.ts';
import { createAnchorAudit } from '../../src/services/audit/anchor-audit.ts';
import { createCheckpointAudit } from '../../src/services/audit/checkpoint-audit.ts';
import { loadConfig } from '../../src/config.ts';
import { linkEveryNote } from '../../src/services/audit/link-notes.ts';
import { quantile, type Row, type Section } from '../section.ts';
import type { BenchStack } from '../stack.ts';

/** Fewer for a quick look: `BENCH_AUDIT_LINES=100000`. */
const lines = Number(process.env.BENCH_AUDIT_LINES ?? '10000000');
const linesAtOnce = 5_000;
const linesPerCheckpoint = 5_000;
const mostMs = 300;
const sinceReads = 50;

interface Page {
  intact: boolean | null;
  fault: string | null;
  from: number;
  entries: number;
  nextCursor: string | null;
}

/** The check of a long audit log over REST, page by page, and of its last lines. */
export const auditIntegrity: Section = {
  name: 'audit-integrity',
  title: 'Check of a long audit log',
  async measure(stack, say) {
    const pool = new pg.Pool({ connectionString: stack.env.DATABASE_URL, max: 1 });
    try {
      const { clientId, apiToken } = stack.demo;
      await linkEveryNote(stack.container);
      // The check does not read them, and ten million lines in their random order would take an hour.
      for (const index of ['number', 'sequence']) {
        await pool.query(`drop index audit_entries_client_id_subject_id_${index}_idx`);
      }
      say(`${lines} entries of the audit log, each hashed over the one before`);
      const seededAt = performance.now();
      await seedLog(stack, pool, clientId, say);
      say(`written in ${((performance.now() - seededAt) / 1000).toFixed(0)} s`);
      await createAnchorAudit({ ...stack.container, log: { error: () => undefined } })();

      const check = async (query: string) => {
        const startedAt = performance.now();
        const answer = await fetch(`${stack.apiUrl}/v2/audit-log/integrity${query}`, {
          headers: { authorization: `Bearer ${apiToken}` },
        });
        const page = (await answer.json()) as Page;
        if (!answer.ok || page.fault !== null) throw new Error(`${answer.status} ${JSON.stringify(page)}`);
        return { page, ms: performance.now() - startedAt };
      };
      // The process has answered requests before, as one in operation has.
      const since: number[] = [];
      const checkSince = () => check(`?since=${new Date().toISOString()}`);
      await checkSince();
      for (let count = 0; count < sinceReads; count += 1) since.push((await checkSince()).ms);
      const before = stack.readCpu();
      let { page, ms } = await check('');
      const times = [ms];
      while (page.nextCursor !== null) {
        ({ page, ms } = await check(`?after=${page.nextCursor}`));
        times.push(ms);
      }
      const after = stack.readCpu();
      const cpuMs = (after.apiMs - before.apiMs + after.postgresMs - before.postgresMs) / times.length;
      if (page.intact !== true) throw new Error('the seeded log is not intact');
      const row = (what: string, own: readonly number[], against: string, samples: string): Row => ({
        what,
        measured: `p50 ${quantile(own, 0.5).toFixed(0)} ms, p99 ${quantile(own, 0.99).toFixed(0)} ms`,
        against,
        ratio: `longest ${Math.max(...own).toFixed(0)} ms`,
        bar: `≤ ${mostMs} ms`,
        met: Math.max(...own) <= mostMs,
        samples,
      });
      const wholeS = times.reduce((sum, ms) => sum + ms, 0) / 1000;
      return [
        row(
          `a page of the check of ${page.entries} lines (without the indexes by subject)`,
          times,
          `${cpuMs.toFixed(0)} ms of processor time a page (process and Postgres); the whole log: ${wholeS.toFixed(0)} s, ${((wholeS * 1e6) / page.entries).toFixed(1)} µs a line`,
          `${times.length} pages`,
        ),
        row('the first page, which also finds a log that was cut off', times.slice(0, 1), '', '1 page'),
        row('a check since the newest checkpoint', since, '', `${sinceReads} checks`),
      ];
    } finally {
      await pool.end();
    }
  },
};

/** Continues the log past its end as the service would: ten million notes through the chainers would take hours. */
async function seedLog(stack: BenchStack, pool: pg.Pool, clientId: string, say: (line: string) => void): Promise<void> {
  const { rows: wrapped } = await pool.query<{ key: Buffer }>('select wrapped_key as key from clients where id = $1', [
    clientId,
  ]);
  const key = await new ClientKeys(openRootKey(loadConfig(stack.env).rootKey)).unwrap(
    clientId,
    wrapped[0]?.key ?? Buffer.alloc(0),
  );
  const checkpoint = createCheckpointAudit({ ...stack.container, log: { error: () => undefined } });
  const end = await stack.container.db.audit.findEnd(clientId);
  let last = { sequence: end?.sequence ?? 0, hash: end?.hash ?? firstPreviousHash };
  const startedAt = Date.now() - lines;
  // A crash would end the bench anyway.
  await pool.query('set synchronous_commit = off');
  // Postgres writes a batch while this process hashes the next one.
  let storing: Promise<unknown> = Promise.resolve();
  for (let written = 0; written < lines; written += linesAtOnce) {
    const entries: AuditEntry[] = [];
    for (let count = 0; count < linesAtOnce; count += 1) {
      const line = {
        id: newId('auditEntry'),
        clientId,
        actorId: 'tok_bench',
        action: 'identity.read',
        subjectId: `idn_${(written + count) % 1_000_000}`,
        at: new Date(startedAt + written + count),
        ...{ sequence: last.sequence + 1, previousHash: last.hash },
      } as const;
      const entry = { ...line, hash: auditHashOf(line) };
      entries.push(entry);
      last = entry;
    }
    await storing;
    storing = store(entries, last).then(() => (written % linesPerCheckpoint === 0 ? checkpoint() : undefined));
    if (written % 1_000_000 === 0 && written > 0) say(`${written} written`);
  }
  await storing;
  await checkpoint();
  await pool.query('vacuum analyze audit_entries');

  async function store(entries: readonly AuditEntry[], end: { sequence: number; hash: Buffer }): Promise<void> {
    await pool.query(
      `with line as (
         insert into audit_entries (id, client_id, sequence, actor, action, subject_id, at, previous_hash, hash)
         select id, $1, number, 'tok_bench', 'identity.read', subject, at, previous, hash
           from unnest($2::text[], $3::int[], $4::text[], $5::timestamptz[], $6::bytea[], $7::bytea[])
                as line (id, number, subject, at, previous, hash))
       insert into audit_heads (client_id, sequence, hash, mac) values ($1, $8, $9, $10)
       on conflict (client_id) do update set sequence = excluded.sequence, hash = excluded.hash, mac = excluded.mac`,
      [
        clientId,
        entries.map(({ id }) => id),
        entries.map(({ sequence }) => sequence),
        entries.map(({ subjectId }) => subjectId),
        entries.map(({ at }) => at.toISOString()),
        entries.map(({ previousHash }) => previousHash),
        entries.map(({ hash }) => hash),
        end.sequence,
        end.hash,
        auditMacOf(key, { clientId, ...end }),
      ],
    );
  }
}
