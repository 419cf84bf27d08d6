/**
 * The container's only entry point: `api`, `worker [queue …]`, `migrate` or `admin COMMAND …`. The process becomes the requested one, so
 * that signals reach it.
 */
const roles: Readonly<Record<string, () => Promise<unknown>>> = {
  api: () => import('../server.ts'),
  worker: () => import('../../workers/main.ts'),
  migrate: () => import('./migrate.ts'),
  admin: () => import('./admin.ts'),
};

const [role = ''] = process.argv.splice(2, 1);
const start = Object.hasOwn(roles, role) ? roles[role] : undefined;
if (start === undefined) {
  process.stderr.write(`Name what to run: ${Object.keys(roles).join(', ')}\n`);
  process.exitCode = 1;
} else {
  await start();
}
