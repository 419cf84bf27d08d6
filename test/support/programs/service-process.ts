import { spawn, type ChildProcess } from 'node:child_process';
import { compiledPath, type Program } from '../../../src/embedded/compile.ts';

export interface ServiceProcess {
  pid: number;
  output: string[];
  isRunning(): boolean;
  /** Resolves when the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** Starts one of the service's processes and waits until it reports that it is ready. */
export async function startServiceProcess(
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
