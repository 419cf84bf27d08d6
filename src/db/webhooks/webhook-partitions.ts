import { firstIdAt, timeOfId } from '../../domain/id.ts';
import type { WebhookPartitionRepository } from '../../domain/repositories/webhook-repositories.ts';
import type { Statements } from '../connection/connection.ts';
import { dayMs } from './kept-since.ts';

const tables = { webhook_events: 'event', webhook_deliveries: 'delivery', webhook_attempts: 'delivery' } as const;
/**
 * All traffic of webhooks waits while Postgres looks for rows that refer to a partition, and gets an error after two seconds. A week with so
 * many rows that this takes longer stays until its rows have been deleted one by one.
 */
const dropWithinMs = 1_500;

export function createWebhookPartitionRepository(statements: Statements): WebhookPartitionRepository {
  return {
    async makeNext(weeks) {
      const { rows } = await statements.query<{ week: Date | null }>({
        text: `select make_webhook_partitions(now() + make_interval(weeks => $1::int)) as week`,
        values: [weeks],
      });
      return rows[0]?.week != null;
    },

    async dropOne() {
      await statements.query({ text: `set local statement_timeout = ${dropWithinMs}` });
      const { rows } = await statements.query<{ name: string | null }>({
        text: 'select drop_webhook_partition() as name',
      });
      return rows[0]?.name ?? null;
    },

    async measure() {
      const { rows } = await statements.query<{ parent: keyof typeof tables; lower: string; upper: string }>({
        text: 'select parent, lower, upper from webhook_partitions where not is_default order by upper',
      });
      const now = new Date();
      const coveredUntil = Object.entries(tables).map(([table, kind]) => {
        let covered: string = firstIdAt(kind, now);
        for (const { parent, lower, upper } of rows)
          if (parent === table && lower <= covered && upper > covered) covered = upper;
        return timeOfId(covered)?.getTime() ?? 0;
      });
      const outside = await statements.query<{ count: number }>({
        text: Object.keys(tables)
          .map((table) => `select count(*)::int as count from (select from ${table}_default limit 1000) rows`)
          .join(' union all '),
      });
      return {
        daysAhead: Math.max(0, (Math.min(...coveredUntil) - now.getTime()) / dayMs),
        rowsOutside: outside.rows.reduce((sum, { count }) => sum + count, 0),
      };
    },
  };
}
