import { readMigrations } from '../../../db/migrations/apply-migrations.ts';
import { describeFault } from '../../../domain/faults/describe-fault.ts';
import { databaseFaultOf, sentenceOf } from '../../explain/part-faults.ts';
import { sessionTimeouts } from '../../../db/connection/connection.ts';
import { CannotCheck, defineCheck, type DoctorCheck } from '../doctor-check.ts';

/** Clocks of machines that keep time by NTP differ by milliseconds. */
const clockTolerance = 2_000;
/** Share of `max_connections`. */
const fullShare = 0.85;
const latestReplicaSeconds = 30;
/** A cron job creates partitions three or four weeks ahead. */
const fewestDaysAhead = 7;

const describeDatabaseFault = (name: string, error: unknown, url: string) =>
  sentenceOf({ name, fault: databaseFaultOf(error, url) ?? describeFault(error) });

const answers = defineCheck({
  about: 'the database',
  finds: {
    'database.away': {
      severity: 'fault',
      next: 'Start Postgres, and check DATABASE_URL: host, port, name, user and password.',
    },
  },
  async run({ sql, container }) {
    const { url, directUrl } = container.config.database;
    try {
      await sql('select 1');
      return [];
    } catch (error) {
      return [
        {
          code: 'database.away',
          says:
            directUrl === null
              ? describeDatabaseFault('DATABASE_URL', error, url)
              : describeDatabaseFault('DATABASE_DIRECT_URL', error, directUrl),
        },
      ];
    }
  },
});

const migrations = defineCheck({
  about: 'migrations',
  finds: {
    'database.not_migrated': { severity: 'fault', next: 'Run `migrate` of this version before its processes.' },
    'database.newer': {
      severity: 'risk',
      next: 'Run this command, and every process, in the version that migrated the database; going back one version is safe.',
    },
  },
  async run({ sql }) {
    const [table] = await sql<{ found: boolean }>(`select to_regclass('_prisma_migrations') is not null as found`);
    const rows =
      table?.found === true
        ? await sql<{ name: string }>(
            'select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
          )
        : [];
    const applied = new Set(rows.map(({ name }) => name));
    const ours = readMigrations().map(({ name }) => name);
    const missing = ours.filter((name) => !applied.has(name));
    const foreign = [...applied].filter((name) => !ours.includes(name));
    return [
      ...(missing.length > 0
        ? [
            {
              code: 'database.not_migrated' as const,
              says: `${missing.length} migrations are not applied, the first is ${missing[0] ?? ''}.`,
            },
          ]
        : []),
      ...(foreign.length > 0
        ? [
            {
              code: 'database.newer' as const,
              says: `The database has ${foreign.length} migrations that this version does not know.`,
            },
          ]
        : []),
    ];
  },
});

const roles = defineCheck({
  about: 'the role of the application in the database',
  finds: {
    'database.role_owns_tables': {
      severity: 'advice',
      next: 'Set DATABASE_OWNER_URL to the owner and DATABASE_URL to another role, then run `migrate`, which makes that role.',
    },
  },
  async run({ sql }) {
    const [row] = await sql<{ owns: boolean; isSuper: boolean }>(
      `select exists (select from pg_tables where schemaname = current_schema() and tableowner = current_user) as owns,
              rolsuper as "isSuper" from pg_roles where rolname = current_user`,
    );
    if (row === undefined) throw new CannotCheck('the database does not say what its role may do');
    return row.owns || row.isSuper
      ? [
          {
            code: 'database.role_owns_tables',
            says: 'The service’s own role owns the tables: with its password, the audit log can be changed.',
          },
        ]
      : [];
  },
});

const clock = defineCheck({
  about: 'the clock',
  finds: {
    'clock.off': {
      severity: 'risk',
      next: 'Set both machines’ clocks by NTP (`timedatectl set-ntp true`): signatures, one-time passwords and expiry depend on them.',
    },
  },
  async run({ sql, now }) {
    // The first query includes the time to connect.
    await sql('select 1');
    const before = now();
    const [row] = await sql<{ at: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as at');
    const after = now();
    if (row === undefined) throw new CannotCheck('the database does not say what time it is');
    const off = Math.abs(row.at - (before + after) / 2) - (after - before) / 2;
    return off > clockTolerance
      ? [{ code: 'clock.off', says: `This machine’s clock and the database’s differ by ${Math.round(off / 1000)} s.` }]
      : [];
  },
});

const connections = defineCheck({
  about: 'connections to the database',
  finds: {
    'database.connections': {
      severity: 'risk',
      next: 'Raise max_connections of Postgres, or lower DATABASE_POOL_SIZE.',
    },
  },
  async run({ sql }) {
    const [row] = await sql<{ used: number; most: number }>(
      `select count(*)::int as used, current_setting('max_connections')::int as most
         from pg_stat_activity where backend_type = 'client backend'`,
    );
    if (row === undefined) throw new CannotCheck('the database does not say how many connections there are');
    return row.used > row.most * fullShare
      ? [{ code: 'database.connections', says: `${row.used} of ${row.most} connections are taken.` }]
      : [];
  },
});

const pooler = defineCheck({
  about: 'the pooler in front of the database',
  finds: {
    'database.pooler_without_timeouts': {
      severity: 'risk',
      next: 'Put the `connect_query` of deploy/pgbouncer/pgbouncer.ini into the pooler’s configuration, and restart it.',
    },
  },
  async run({ poolerSql }) {
    if (poolerSql === null) return [];
    const names = Object.keys(sessionTimeouts);
    const rows = await poolerSql<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in (${names.map((name) => `'${name}'`).join(', ')})`,
    );
    const without = names.filter((name) => !rows.some((row) => row.name === name && row.setting !== '0'));
    return without.length === 0
      ? []
      : [
          {
            code: 'database.pooler_without_timeouts',
            says: `Statements through the pooler of DATABASE_URL have no ${without.join(', no ')}: a statement that waits for a lock holds its connection for ever.`,
          },
        ];
  },
});

const replica = defineCheck({
  about: 'the replica of the database',
  finds: {
    'replica.away': {
      severity: 'risk',
      next: 'Start the replica, and check DATABASE_REPLICA_URL. Meanwhile the primary answers lists and analytics.',
    },
    'replica.other_database': {
      severity: 'risk',
      next: 'Point DATABASE_REPLICA_URL to a streaming replica of the server of DATABASE_URL. Meanwhile the service does not use it.',
    },
    'replica.late': {
      severity: 'risk',
      next: 'Look at the replica’s machine, its network and pg_stat_replication of the primary. Meanwhile the primary answers lists and analytics.',
    },
  },
  async run({ sql, replicaSql, container }) {
    const { replicaUrl } = container.config.database;
    if (replicaSql === null || replicaUrl === null) return [];
    const identity = 'select system_identifier::text as system from pg_control_system()';
    const [primary] = await sql<{ system: string; position: string }>(
      identity.replace(' from', ', pg_current_wal_flush_lsn()::text as position from'),
    );
    if (primary === undefined) throw new CannotCheck('the database does not say which server it is on');
    const states = await replicaSql<{ system: string; follows: boolean; seconds: number }>(
      identity.replace(
        ' from',
        `, pg_is_in_recovery() as follows,
           case when pg_last_wal_replay_lsn() >= '${primary.position}'::pg_lsn then 0
                else coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 1e9) end::float8 as seconds from`,
      ),
    ).catch((error: unknown) => describeDatabaseFault('DATABASE_REPLICA_URL', error, replicaUrl));
    if (typeof states === 'string') return [{ code: 'replica.away', says: states }];
    const [found] = states;
    if (found === undefined) throw new CannotCheck('the replica does not say how far it is');
    if (!found.follows || found.system !== primary.system)
      return [
        {
          code: 'replica.other_database',
          says: 'DATABASE_REPLICA_URL points to a server that does not replicate the database.',
        },
      ];
    return found.seconds > latestReplicaSeconds
      ? [{ code: 'replica.late', says: `The replica’s last transaction is ${Math.round(found.seconds)} s old.` }]
      : [];
  },
});

const partitions = defineCheck({
  about: 'the partitions of tables',
  finds: {
    'partitions.missing': {
      severity: 'risk',
      next: 'Run a worker of the queue maintenance, and look in its log for the cron job keep-partitions. Meanwhile no row is refused.',
    },
    'partitions.rows_outside': {
      severity: 'advice',
      next: 'Set the clocks of the machines by NTP, and keep a worker of the queue maintenance running. The rows are deleted one by one when they are old.',
    },
  },
  async run({ container }) {
    const measured = await container.db.partitions.measure();
    return [
      ...measured
        .filter(({ daysAhead }) => daysAhead < fewestDaysAhead)
        .map(({ table, daysAhead }) => ({
          code: 'partitions.missing' as const,
          says: `New rows of ${table} have partitions for the next ${Math.floor(daysAhead)} days only.`,
        })),
      ...measured
        .filter(({ rowsOutside }) => rowsOutside > 0)
        .map(({ table, rowsOutside }) => ({
          code: 'partitions.rows_outside' as const,
          says: `At least ${rowsOutside} rows of ${table} belong to no partition of a week or month.`,
        })),
    ];
  },
});

export const databaseChecks: readonly DoctorCheck[] = [
  answers,
  migrations,
  roles,
  clock,
  connections,
  pooler,
  replica,
  partitions,
];
