import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { z } from 'zod';
import { testRedis } from '../servers/redis.ts';
import { startS3Server } from '../servers/s3-server.ts';
import { compose, environmentOfService } from './compose-file.ts';

/**
 * There is no container engine here. Instead, the processes of docker-compose.yml are started as that file and the Dockerfile
 * say (entry, command, environment, secrets by file); only the addresses of Postgres, Redis and the object store are others.
 */
const root = new URL('../../../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), 'utf8');
const entryOfImage = z
  .array(z.string())
  .parse(JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? ''));

export type Composition = Awaited<ReturnType<typeof openComposition>>;

export const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));
export const exitCodeOf = async (child: ChildProcess) => child.exitCode ?? (await ended(child));

/**
 * An empty `database` and the secrets of deploy/make-secrets.sh. `given`: what `.env` says, and more may be put into it later.
 * `nodePath`: the Node.js of the processes.
 */
export async function openComposition(
  database: string,
  given: Record<string, string> = {},
  nodePath = process.execPath,
) {
  const folder = mkdtempSync(join(tmpdir(), 'verify-compose-'));
  const children = new Set<ChildProcess>();
  const s3 = await startS3Server();
  const redis = testRedis();
  execFileSync('sh', [new URL('deploy/make-secrets.sh', root).pathname, folder]);
  // An empty database: the service `migrate` fills it.
  const template = new URL(inject('templateDatabaseUrl'));
  const ownerUrl = Object.assign(new URL(template), { pathname: `/${database}` }).href;
  // The role that the script names, which owns nothing: `migrate` creates it.
  const { username, password } = new URL(readFileSync(join(folder, 'database_url'), 'utf8'));
  const admin = new pg.Client({ connectionString: template.href });
  await admin.connect();
  await admin.query(`drop database if exists ${database}`);
  await admin.query(`create database ${database}`);
  await admin.end();
  for (const [name, value] of [
    ['database_owner_url', ownerUrl],
    ['database_url', Object.assign(new URL(ownerUrl), { username, password }).href],
    ['redis_url', redis.url],
    ['s3_access_key', s3.credentials.accessKeyId],
    ['s3_secret_key', s3.credentials.secretAccessKey],
  ] as const) {
    rmSync(join(folder, name), { force: true });
    writeFileSync(join(folder, name), value);
  }
  const own = { S3_ENDPOINT: s3.endpoint };

  /** The environment of one service as its container would have it, in this machine's places. */
  function environmentOf(name: string): Record<string, string> {
    const environment = Object.fromEntries(
      Object.entries(environmentOfService(name, given)).map(([key, value]) => [
        key,
        value.replace(/^\/run\/secrets\//, `${folder}/`),
      ]),
    );
    for (const key of Object.keys(own)) expect(Object.keys(environment), `${name} sets ${key}`).toContain(key);
    // Test files share one Redis, as installations may: without this, one took the jobs of another.
    return { ...environment, ...own, REDIS_PREFIX: redis.prefix };
  }

  /** Starts the container's process; `args` follow its entry as they follow `docker compose run SERVICE`. */
  function start(name: string, more: Record<string, string> = {}, args: readonly string[] = []): ChildProcess {
    const { entrypoint = entryOfImage, command = [] } = compose.services[name] ?? {};
    const [program = '', ...rest] = [...entrypoint, ...command, ...args];
    const child = spawn(program === 'node' ? nodePath : program, rest, {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...withoutPruned(), ...environmentOf(name), ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // As a container engine does. What a process does if its output is not read is tested in standard-output.test.ts.
    child.stdout.resume();
    child.stderr.pipe(process.stderr, { end: false });
    children.add(child);
    return child;
  }

  return {
    folder,
    environmentOf,
    start,

    /** `docker compose run --rm SERVICE ARGS`. */
    async run(name: string, args: readonly string[]): Promise<{ code: number | null; said: string }> {
      const child = start(name, {}, args);
      const output: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (bytes: Buffer) => output.push(bytes.toString()));
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
      return { code, said: output.join('') };
    },

    stopWithMe: (child: ChildProcess) => void children.add(child),

    async close(): Promise<void> {
      for (const child of children) if (child.exitCode === null && child.kill('SIGKILL')) await ended(child);
      await s3.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The process finds no package that the image lacks: each is refused as if it were not installed. */
function withoutPruned(): Record<string, string> {
  const pruned = execFileSync(process.execPath, ['deploy/prune-image.mjs', '--list'], { cwd: root, encoding: 'utf8' });
  return {
    NODE_OPTIONS: `--require ${fileURLToPath(new URL('test/support/programs/refuse-pruned.cjs', root))}`,
    PRUNED: pruned,
  };
}
