import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { SystemUser } from './system-user.ts';

/** Inherited variables such as PGPORT, PGDATA and LANG would change how the server behaves. */
export const postgresEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

export interface ClusterOptions {
  role: string;
  cluster: string;
  binaries: PostgresBinaries;
  user: SystemUser | undefined;
  password: string;
  durable: boolean;
}

/** Creates an empty database cluster, owned by `user`, whose only `role` logs in with `password` over TCP. */
export function createCluster({ role, cluster, binaries, user, password, durable }: ClusterOptions): void {
  // Created under another name first: an interrupted initdb must not look like a database.
  const unfinished = `${cluster}.unfinished`;
  const passwordFile = `${cluster}.initial-password`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
    if (user !== undefined) {
      chownSync(unfinished, user.uid, user.gid);
      chownSync(passwordFile, user.uid, user.gid);
    }
    const flags = [
      `--pgdata=${unfinished}`,
      `--username=${role}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorting and upper case must not depend on the machine's locales.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ];
    const { status, stderr, error } = spawnSync(binaries.initdb, flags, {
      ...user,
      env: postgresEnvironment,
      cwd: '/',
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`Postgres could not create its database: ${error?.message ?? stderr.trim()}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, cluster);
}
