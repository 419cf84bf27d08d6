import { newId } from '../../domain/id.ts';
import type { TestClockRepository } from '../../domain/repositories/test-clock-repository.ts';
import type { Statements } from '../connection/connection.ts';

const nearer = (column: string) => `${column} = t.${column} - make_interval(secs => $2)`;

/** Every future deadline of a client, by table. `$1` is the client, `$2` the seconds. */
const moves = [
  `update verifications t set ${nearer('expires_at')} where client_id = $1 and status = 'pending'`,
  `update sessions t set ${nearer('ends_at')} from verifications v
    where v.id = t.verification_id and v.client_id = $1 and t.ended_at is null`,
  `update one_time_tokens t set ${nearer('expires_at')} from verifications v
    where v.id = t.verification_id and v.client_id = $1 and t.used_at is null`,
  `update challenges t set ${nearer('expires_at')} from step_runs r, verifications v
    where r.id = t.step_run_id and v.id = r.verification_id and v.client_id = $1 and t.used_at is null`,
  // The wait for another code counts from the request.
  `update code_sends t set ${nearer('expires_at')}, ${nearer('created_at')} where client_id = $1 and confirmed_at is null`,
  `update send_counts t set ${nearer('ends_at')} where client_id = $1`,
  `update outbox t set ${nearer('available_at')} from webhook_deliveries d, webhook_endpoints p
    where t.job = 'webhook.deliver' and t.payload->>'deliveryId' = d.id and p.id = d.endpoint_id and p.client_id = $1`,
  `update webhook_deliveries t set ${nearer('next_attempt_at')} from webhook_endpoints p
    where p.id = t.endpoint_id and p.client_id = $1 and t.status = 'waiting'`,
  `update webhook_endpoints t set ${nearer('failing_since')}, ${nearer('rotates_until')} where client_id = $1`,
] as const;

export function createTestClockRepository(statements: Statements): TestClockRepository {
  async function read(clientId: string) {
    const { rows } = await statements.query<{ now: Date; offset_seconds: number }>({
      text: `select now() as now, coalesce(sum(seconds), 0)::int as offset_seconds from test_clock_moves where client_id = $1`,
      values: [clientId],
    });
    const { now = new Date(0), offset_seconds: offsetSeconds = 0 } = rows[0] ?? {};
    return { now: new Date(now.getTime() + offsetSeconds * 1000), offsetSeconds };
  }

  return {
    read,

    async advance(clientId, seconds) {
      await statements.query({
        text: `insert into test_clock_moves (id, client_id, seconds) values ($1, $2, $3)`,
        values: [newId('clockMove'), clientId, seconds],
      });
      for (const text of moves) await statements.query({ text, values: [clientId, seconds] });
      return read(clientId);
    },
  };
}
