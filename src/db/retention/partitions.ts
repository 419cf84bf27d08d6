import { timeOfId } from '../../domain/id.ts';
import type { PartitionRepository } from '../../domain/repositories/retention-repository.ts';
import type { Statements } from '../connection/connection.ts';

const dayMs = 86_400_000;
/**
 * All traffic of a table waits while Postgres looks for rows that refer to a partition, and gets an error after two seconds. A partition
 * with so many rows that this takes longer stays until its rows have been deleted one by one.
 */
const dropWithinMs = 1_500;
const mostCounted = 1_000;

/** A bound is an id, which begins with the time, or a date. The first partition has no lower one. */
function timeOfBound(bound: string): number {
  if (bound === '') return 0;
  return timeOfId(bound)?.getTime() ?? Date.parse(bound);
}

/** The list of the tables is the view `partitioned_tables`: a migration that replaces the view adds one. */
export function createPartitionRepository(statements: Statements): PartitionRepository {
  const listTables = async () => {
    const { rows } = await statements.query<{ name: string }>({
      text: 'select name from partitioned_tables order by position',
    });
    return rows.map(({ name }) => name);
  };

  return {
    listTables,

    async makeNext(table) {
      const { rows } = await statements.query<{ name: string | null }>({
        text: 'select make_partition($1) as name',
        values: [table],
      });
      return rows[0]?.name ?? null;
    },

    async dropOne(table) {
      await statements.query({ text: `set local statement_timeout = ${dropWithinMs}` });
      const { rows } = await statements.query<{ name: string | null }>({
        text: 'select drop_partition($1) as name',
        values: [table],
      });
      return rows[0]?.name ?? null;
    },

    async measure() {
      const { rows } = await statements.query<{ parent: string; lower: string; upper: string }>({
        text: 'select parent, lower, upper from table_partitions where not is_default order by upper',
      });
      const now = Date.now();
      const tables = await listTables();
      const outside = await statements.query<{ count: number }>({
        text: tables
          .map((table) => `select count(*)::int as count from (select from ${table}_default limit ${mostCounted}) rows`)
          .join(' union all '),
      });
      return tables.map((table, index) => {
        let covered = now;
        for (const { parent, lower, upper } of rows)
          if (parent === table && timeOfBound(lower) <= covered && timeOfBound(upper) > covered)
            covered = timeOfBound(upper);
        return {
          table,
          daysAhead: (covered - now) / dayMs,
          rowsOutside: outside.rows[index]?.count ?? 0,
        };
      });
    },
  };
}
