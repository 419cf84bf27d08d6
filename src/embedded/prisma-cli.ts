import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);

/**
 * Runs Prisma's command line in the project with `env` added to this environment, and resolves with its output. Shows nothing; a failure
 * rejects with the output in its message (which never contains the database's password).
 */
export async function runPrisma(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    // No network request for a newer version.
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    NO_COLOR: '1',
    ...env,
    // The schema engine begins with `env node`: let it find the one that runs this process.
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [prismaProgram(), ...args], {
      cwd: projectRoot,
      env: environment,
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const output = error instanceof Error ? [textOf(error, 'stdout'), textOf(error, 'stderr')].join('\n').trim() : '';
    throw new Error(`prisma ${args.slice(0, 2).join(' ')} failed:\n${output}`);
  }
}

/** Generates the database client when the schema or Prisma itself has changed since the last time (one second, otherwise none). */
export async function ensurePrismaClient(): Promise<void> {
  const schema = join(projectRoot, 'prisma/schema.prisma');
  const output = join(projectRoot, 'src/db/generated');
  const stamp = join(output, 'schema.sha256');
  const version = readFileSync(join(dirname(prismaProgram()), '../package.json'), 'utf8');
  const hash = createHash('sha256').update(version).update(readFileSync(schema)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  await runPrisma(['generate']);
  writeFileSync(stamp, hash);
}

function prismaProgram(): string {
  return resolve(dirname(require.resolve('prisma/package.json')), 'build/index.js');
}

function textOf(error: Error, stream: 'stdout' | 'stderr'): string {
  const text: unknown = Reflect.get(error, stream);
  return typeof text === 'string' ? text.trim() : '';
}
