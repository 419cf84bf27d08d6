import { spawn, type ChildProcess } from 'node:child_process';
import { compiledPath, type Program } from '../../src/embedded/compile.ts';
import { findFreePort } from '../../src/embedded/free-port.ts';
import { createApiClient, type ApiClient } from './api-client.ts';

export interface ServiceProcess {
  pid: number;
  output: string[];
  isRunning(): boolean;
  /** Resolves when the process has gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** Starts one of the service's own processes and waits for its word that it is ready. */
async function startProcess(
  program: Program,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [compiledPath(program), ...args], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  started.add(child);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => output.push(bytes.toString('utf8')));
  }
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      started.delete(child);
      resolve();
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    void ended.then(() =>
      reject(new Error(`${[program, ...args].join(' ')} ended before it was ready:\n${output.join('')}`)),
    );
  });
  return {
    pid: child.pid ?? 0,
    output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await ended;
    },
  };
}

export type ApiProcess = ServiceProcess & { api: ApiClient };

/** The API as `npm start` runs it. `port`: that of an API that has gone before. */
export async function startApiProcess(env: Readonly<Record<string, string>>, port?: number): Promise<ApiProcess> {
  const own = port ?? (await findFreePort());
  const running = await startProcess('src/server.ts', [], { ...env, HOST: '127.0.0.1', PORT: String(own) });
  return { ...running, api: createApiClient(`http://127.0.0.1:${own}`) };
}

/** A worker as `npm start` runs it, for these queues. */
export function startWorkerProcess(
  env: Readonly<Record<string, string>>,
  ...queues: readonly string[]
): Promise<ServiceProcess> {
  return startProcess('workers/main.ts', queues, env);
}
