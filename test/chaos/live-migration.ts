import { setTimeout as pause } from 'node:timers/promises';
import { applyMigrations } from '../../src/db/migrations/apply-migrations.ts';
import { sessionStart } from '../support/sdk-client.ts';
import type { SceneOfRun } from './scenario.ts';

const readerMs = 60_000;
const calmMs = 30_000;
/** No live request may wait longer than this because of a migration. */
const barMs = 2_000;
const asking = 4;

/** Touches tables that every request reads or writes, as a real migration does, those that are partitioned by week included. */
const migration = {
  name: '99999999999999_chaos',
  sql: `alter table verifications add column chaos integer;
        alter table identities add column chaos integer;
        create index concurrently verifications_chaos on verifications (chaos);
        alter table outbox add column chaos integer;
        alter table webhook_events add column chaos integer;
        alter table webhook_deliveries add column chaos integer;`,
};

/** A migration under load, behind a transaction that has read the same tables and stays open for a minute. */
export async function playLiveMigration({ service, loud, noteFault, violate }: SceneOfRun): Promise<void> {
  const tookMs: number[] = [];
  const failures: string[] = [];
  let over = false;
  const asked = Array.from({ length: asking }, async (_, number) => {
    const url = service.urls[number % service.urls.length] ?? '';
    while (!over) {
      const from = performance.now();
      const answer = await fetch(`${url}/v2/sdk/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sessionStart(loud.clientId, loud.phoneFlow)),
      });
      const { sessionToken } = (await answer.json()) as { sessionToken?: string };
      tookMs.push(performance.now() - from);
      if (answer.status !== 201) failures.push(String(answer.status));
      const since = performance.now();
      const state = await fetch(`${url}/v2/sdk/session`, {
        headers: { authorization: `Bearer ${sessionToken ?? ''}` },
      });
      await state.text();
      tookMs.push(performance.now() - since);
      await pause(150);
    }
  });
  let longestLockMs = 0;
  const watch = (async () => {
    while (!over) {
      const { rows } = await service.sql.query<{ ms: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - query_start) * 1000), 0)::float8 as ms
           from pg_stat_activity where application_name = 'verify' and wait_event_type = 'Lock'`,
      );
      longestLockMs = Math.max(longestLockMs, rows[0]?.ms ?? 0);
      await pause(50);
    }
  })();

  await pause(calmMs);
  const calm = tookMs.splice(0);
  const calmLockMs = longestLockMs;
  longestLockMs = 0;
  const reader = await service.sql.connect();
  await reader.query('begin isolation level repeatable read');
  await reader.query(
    `select (select count(*) from verifications), (select count(*) from identities), (select count(*) from outbox),
            (select count(*) from webhook_events), (select count(*) from webhook_deliveries)`,
  );
  const from = Date.now();
  const migrating = applyMigrations({ url: service.postgres.current.url, migrations: [migration] });
  await pause(readerMs);
  await reader.query('commit');
  reader.release();
  await migrating;
  const tookSeconds = ((Date.now() - from) / 1_000).toFixed(1);
  over = true;
  await Promise.all([...asked, watch]);
  const longest = Math.max(...tookMs);
  noteFault(
    `migration behind a reader of ${readerMs / 1_000} s: done after ${tookSeconds} s; ${tookMs.length} live requests, longest ` +
      `${Math.round(longest)} ms (before it: ${calm.length}, longest ${Math.round(Math.max(...calm))} ms); longest wait for a lock ` +
      `${Math.round(longestLockMs)} ms (before it: ${Math.round(calmLockMs)} ms); ${failures.length} refused`,
  );
  if (longest > barMs) violate(`a live request took ${Math.round(longest)} ms during the migration`);
  if (longestLockMs > barMs)
    violate(`a live request waited ${Math.round(longestLockMs)} ms for a lock of the migration`);
  if (failures.length > 0)
    violate(`${failures.length} live requests failed during the migration: ${failures[0] ?? ''}`);
}
