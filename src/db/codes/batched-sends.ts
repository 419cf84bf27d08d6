import type pg from 'pg';
import type { OutboxRun } from '../../domain/repositories/outbox-repository.ts';
import { batchCalls } from '../../domain/jobs/batch-calls.ts';
import { endedJobs, inOrderOf, runColumns } from '../connection/batch-forms.ts';
import { batchPastLocks } from '../connection/batch-past-locks.ts';

/** A requested code with everything that its message needs, in the tables' form. */
export interface DueSendRow {
  id: string;
  client_id: string;
  identity_id: string;
  verification_id: string;
  step_run_id: string;
  channel: string;
  contact_sealed: Buffer;
  seed: Buffer;
  state: string;
  tries: number;
  recent_sends: number;
  created_at: Date;
  expires_at: Date;
  confirmed_at: Date | null;
  wrapped_data_key: Buffer | null;
  name: string;
  mode: string;
  language: string;
  pointless: boolean;
}

interface SentRow {
  run: OutboxRun;
  codeSendId: string;
  providerId: string | null;
}

/** The statements that run once for every message, batched and prepared, on the pool. */
export interface BatchedSends {
  findDue(codeSendId: string): Promise<DueSendRow | null>;
  /** Ends a message and its row of the outbox. False when another run was first. */
  recordSent(row: SentRow): Promise<boolean>;
}

export function createBatchedSends(pool: pg.Pool): BatchedSends {
  return {
    findDue: batchCalls(async (codeSendIds) => {
      const { rows } = await pool.query<DueSendRow>({
        name: 'find-due-sends',
        text: `
          select c.*, i.wrapped_data_key, cl.name, cl.mode, v.language,
                 (c.expires_at <= now() or c.confirmed_at is not null or v.status <> 'pending' or c.state <> 'waiting'
                  or exists (select 1 from code_sends n
                              where n.step_run_id = c.step_run_id and n.created_at > c.created_at)) as pointless
            from code_sends c
            join identities i on i.id = c.identity_id
            join verifications v on v.id = c.verification_id
            join clients cl on cl.id = c.client_id
           where c.id = any($1)`,
        values: [codeSendIds],
      });
      return inOrderOf(codeSendIds, rows);
    }),

    recordSent: batchPastLocks(async (rows, { past }) => {
      const { rows: ended } = await pool.query<{ id: string }>({
        name: past ? 'record-sent' : 'record-one-sent',
        // A delivery report may have arrived before: it stays.
        text: `
          with input as (
            select * from unnest($1::text[], $2::int[], $3::text[], $4::text[])
              as t (outbox_id, round, code_send_id, provider_id)),
          ${endedJobs({ table: 'code_sends', column: 'code_send_id', ids: '$3', past })},
          sent as (
            update code_sends c
               set provider_id = i.provider_id, state = case when c.state = 'waiting' then 'sent' else c.state end
              from input i join ended on ended.id = i.outbox_id
             where c.id = i.code_send_id)
          select id from ended`,
        values: [
          ...runColumns(rows),
          rows.map(({ codeSendId }) => codeSendId),
          rows.map(({ providerId }) => providerId),
        ],
      });
      return ended.map(({ id }) => id);
    }),
  };
}
