import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

export interface SystemUser {
  uid: number;
  gid: number;
}

/** Where root keeps what an unprivileged user has to reach but cannot reach below the project (`/root`, mode 0700). */
export const sharedRoot = '/var/lib/verify';

/**
 * Postgres refuses to run as root. Undefined when we are not root; otherwise whom to become: the owner of the database
 * that is already there, so that `sudo npm start` and `npm start` get along, else `postgres`, else `nobody`.
 */
export function unprivilegedUser(possibleDatabases: readonly string[]): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const existing of possibleDatabases.filter((path) => existsSync(path))) {
    const { uid, gid } = statSync(existing);
    if (uid !== 0) return { uid, gid };
  }
  const user = findUser('postgres') ?? findUser('nobody');
  if (user === undefined) throw new Error('Postgres cannot run as root, and there is no user "postgres" or "nobody"');
  return user;
}

/** Whether `user` (undefined: ourselves) may enter the folder or run the file: every folder above counts too. */
export function canReach(user: SystemUser | undefined, path: string): boolean {
  return (
    user === undefined || spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...user, cwd: '/' }).status === 0
  );
}

/** Asks `id`, because users of macOS and of directory services are not in /etc/passwd. */
function findUser(name: string): SystemUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}
