import { OthersAtWork } from '../../domain/repositories/repositories.ts';
import { applicationName, type Statements } from './connection.ts';

/** @throws OthersAtWork when another process of the service is connected to this database */
export async function requireNobodyElse(statements: Statements): Promise<void> {
  const { rowCount } = await statements.query({
    text: `select 1 from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and application_name = $1 limit 1`,
    values: [applicationName],
  });
  if (rowCount !== 0) throw new OthersAtWork();
}
