/**
 * The container's only entry point: `api`, `worker [queue …]`, `migrate` or `admin COMMAND …`. The process becomes the requested one, so
 * that signals reach it.
 */
interface Role {
  start: () => Promise<unknown>;
  /** What may follow; a role without it would ignore every word, such as `migrate --help`. */
  takes?: string;
}

const roles: Readonly<Record<string, Role>> = {
  api: { start: () => import('../server.ts') },
  worker: { start: () => import('../../workers/main.ts'), takes: '[queue …]' },
  migrate: { start: () => import('./migrate.ts') },
  admin: { start: () => import('./admin.ts'), takes: 'COMMAND …' },
};
const usage = `Name what to run: ${Object.entries(roles)
  .map(([name, { takes }]) => (takes === undefined ? name : `${name} ${takes}`))
  .join(', ')}`;

const [name = '', more] = process.argv.slice(2);
const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
const wantsHelp = name === '--help' || (more === '--help' && name !== 'admin');
if (wantsHelp) process.stdout.write(`${usage}\n`);
else if (role === undefined || (role.takes === undefined && more !== undefined)) {
  process.stderr.write(`${role === undefined ? '' : `${name} takes no ${more ?? ''}. `}${usage}\n`);
  process.exitCode = 1;
} else {
  process.argv.splice(2, 1);
  await role.start();
}
