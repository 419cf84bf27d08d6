import type pg from 'pg';
import type {
  NewSubmit,
  SharedSubmitRepository,
  SubmitContext,
  WrittenSubmit,
} from '../../domain/repositories/submit-repository.ts';
import { batchCalls } from '../../domain/jobs/batch-calls.ts';
import { isFaultOfValues } from '../connection/is-away.ts';
import { sharing } from '../connection/sharing.ts';
import { DataKeyDestroyed, type DataKeys } from '../keys/keys.ts';
import {
  insertSubmits,
  readSubmitContexts,
  sealSubmit,
  toContext,
  type SealedSubmit,
  type SubmitContextRow,
} from './submits.ts';

interface Asked {
  verificationId: string;
  sessionId: string;
  compose: (context: SubmitContext) => NewSubmit | null;
}

/** An error from `compose` concerns its caller alone. */
type Answer = { written: WrittenSubmit | null } | { error: unknown };

/**
 * Simultaneous submits are one transaction: locks, one read of all of them, one statement that writes, one commit. The read is a statement
 * after the one that locks, so that it sees everything that the lock's previous holder has written.
 */
export function createSharedSubmitRepository(pool: pg.Pool, keys: DataKeys): SharedSubmitRepository {
  const create = batchCalls((all: Asked[]) => inTransaction(pool, (client) => submitAll(client, all, keys)), {
    ...sharing,
    maxBatchSize: 50,
    isFaultOfOne: isFaultOfValues,
  });
  return {
    async create({ verificationId, sessionId }, compose) {
      const made: { composed: ReturnType<typeof compose> } = { composed: null };
      const answer = await create({
        verificationId,
        sessionId,
        compose: (context) => (made.composed = compose(context))?.submit ?? null,
      });
      if ('error' in answer) throw answer.error;
      const { composed } = made;
      return answer.written === null || composed === null ? null : { ...answer.written, composed };
    },
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that cannot even roll back is never used again.
    await client.query('rollback').catch((fault: unknown) => {
      broken = fault instanceof Error ? fault : new Error('rollback failed');
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function submitAll(client: pg.PoolClient, all: readonly Asked[], keys: DataKeys): Promise<Answer[]> {
  const contexts = await lockContexts(client, [...new Set(all.map(({ verificationId }) => verificationId))]);
  const answers: Answer[] = all.map(() => ({ written: null }));
  const sealed: { at: number; submit: SealedSubmit }[] = [];
  for (const [at, { verificationId, sessionId, compose }] of all.entries()) {
    const row = contexts.get(verificationId);
    // If two submits belong to one verification, the second must see the first one's changes, so it gets a separate transaction.
    contexts.delete(verificationId);
    // The submit of a device whose session another one has taken over is refused in the separate transaction.
    if (row?.session_ids.includes(sessionId) !== true) continue;
    try {
      const submit = compose(toContext(row));
      if (submit !== null) sealed.push({ at, submit: sealSubmit(ownerOf(row), submit, await openKey(row, keys)) });
    } catch (error) {
      answers[at] = { error };
    }
  }
  const sequences = await insertSubmits(
    client,
    sealed.map(({ submit }) => submit),
  );
  for (const { at, submit } of sealed) {
    const sequence = sequences.get(submit.verificationId);
    if (sequence !== undefined) answers[at] = { written: { job: submit.job, sequence } };
  }
  return answers;
}

/** Skips rows that another transaction has locked, so that one of them does not hold up the other submits. */
async function lockContexts(client: pg.PoolClient, ids: readonly string[]): Promise<Map<string, SubmitContextRow>> {
  const { rows } = await client.query<{ id: string; status: string }>({
    name: 'lock-verifications',
    text: `select id, status from verifications where id = any($1) order by id for update skip locked`,
    values: [ids],
  });
  const locked = rows.filter(({ status }) => status === 'pending');
  if (locked.length === 0) return new Map();
  return readSubmitContexts(
    client,
    locked.map(({ id }) => id),
  );
}

const ownerOf = (row: SubmitContextRow) => ({ id: row.id, clientId: row.client_id, identityId: row.identity_id });

async function openKey(row: SubmitContextRow, keys: DataKeys): Promise<Buffer> {
  if (row.wrapped_data_key === null) throw new DataKeyDestroyed();
  return keys.unwrap(row.client_id, row.identity_id, row.wrapped_data_key);
}
