import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

export interface SystemUser {
  uid: number;
  gid: number;
}

/** Where root keeps files for an unprivileged user who cannot enter the project's folder (`/root`, mode 0700). */
export const sharedRoot = '/var/lib/verify';

/**
 * Postgres refuses to run as root. Undefined when this process is not root; otherwise the user to become: the owner of the existing
 * database, so that `sudo npm start` and `npm start` work together, else `postgres`, else `nobody`.
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

/** Whether `user` (undefined: the current user) may enter the folder or run the file, which depends on every folder above, too. */
export function canReach(user: SystemUser | undefined, path: string): boolean {
  return (
    user === undefined || spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...user, cwd: '/' }).status === 0
  );
}

/** Uses `id`, because users of macOS and of directory services are not in /etc/passwd. */
function findUser(name: string): SystemUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}
