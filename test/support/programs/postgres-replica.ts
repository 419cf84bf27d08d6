import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, appendFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres, type RunningPostgres } from '../../../src/embedded/postgres.ts';

/**
 * A streaming replica of a running, durable Postgres, by a base backup. npm's Postgres comes without `pg_basebackup`, so this does the same
 * steps: start the backup, copy the files, end it, keep its label.
 */
export async function startReplica(
  primary: { url: string; dataDir: string },
  dataDir: string,
): Promise<RunningPostgres> {
  mkdirSync(dataDir, { mode: 0o755 });
  chmodSync(dataDir, 0o755);
  const [from, to] = [clusterOf(primary.dataDir), join(dataDir, 'cluster')];
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('replica', true)`);
    run('cp', '-a', join(primary.dataDir, 'password'), dataDir);
    run('cp', '-a', from, to);
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    rmSync(join(to, 'postmaster.pid'), { force: true });
    rmSync(join(to, 'postmaster.opts'), { force: true });
    const { hostname, port, username, password } = new URL(primary.url);
    writeFileSync(join(to, 'backup_label'), rows[0]?.label ?? '');
    writeFileSync(join(to, 'standby.signal'), '');
    appendFileSync(
      join(to, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
    );
    for (const name of ['backup_label', 'standby.signal']) run('chown', `--reference=${to}`, join(to, name));
  } finally {
    await client.end();
  }
  return startPostgres({ dataDir, durable: true });
}

/** If Postgres's own user may not enter the folder, the cluster is elsewhere. */
function clusterOf(dataDir: string): string {
  const cluster = join(dataDir, 'cluster');
  if (existsSync(cluster)) return cluster;
  throw new Error(`the cluster is not in its folder: ${readFileSync(join(dataDir, 'MOVED.txt'), 'utf8')}`);
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args);
  if (status !== 0) throw new Error(`${program} failed: ${stderr.toString()}`);
}
