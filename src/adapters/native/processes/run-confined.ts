import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { OutOfTime } from '../../../domain/ports/out-of-time.ts';
import { ownScript } from './own-script.ts';
import { residentBytes } from './resident-memory.ts';
import { separated, signalOf } from './separate.ts';

/** The limits of a process that handles hostile bytes. */
export interface Confinement {
  timeoutMs: number;
  /** Resident memory; checked every `watchEveryMs`. */
  maxMemoryBytes: number;
  maxOutputBytes: number;
}

const watchEveryMs = 50;

/** All that a process gets on standard input, or the beginning: then `TakePart` may write more, and the input stays open. */
type Input = Buffer | { opening: Buffer };

/**
 * Receives each part of a process's output as it arrives, and may answer it on standard input. When it throws, the process is killed and the
 * run rejects with that error.
 */
type TakePart = (part: Buffer, write: (more: Buffer) => void) => void;

/**
 * Runs one of our scripts in a process that gets `input` on standard input and one argument, and nothing else: no environment, so no
 * secrets, and no way to ask for more. Its output goes to `take`. False when it broke a limit because of the file: memory or output. The
 * process is killed in any case.
 * @throws OutOfTime when it took too long or the system killed it
 */
export async function runConfined(
  script: URL,
  argument: string,
  input: Input,
  limits: Confinement,
  take: TakePart,
): Promise<boolean> {
  const { execArgv, path } = ownScript(script);
  const args = ['--max-old-space-size=256', ...execArgv, path, argument];
  const run = { command: process.execPath, name: basename(path), args, input, limits, take, keepUser: false };
  return (await startConfined(run)) !== null;
}

/**
 * The same for a program of the operator's, whose whole output is collected; null when it broke a limit. It runs as our user, because it
 * may read files of ours, such as weights. `exitCode` is null when a signal ended it.
 * @throws OutOfTime as above, and when it cannot be started
 */
export async function runConfinedCommand(
  command: string,
  args: readonly string[],
  input: Buffer,
  limits: Confinement,
): Promise<{ output: Buffer; exitCode: number | null } | null> {
  const parts: Buffer[] = [];
  const ended = await startConfined({
    command,
    name: basename(command),
    args,
    input,
    limits,
    take: (part) => parts.push(part),
    keepUser: true,
  });
  return ended && { ...ended, output: Buffer.concat(parts) };
}

interface ConfinedRun {
  command: string;
  /** For the error. */
  name: string;
  args: readonly string[];
  input: Input;
  limits: Confinement;
  take: TakePart;
  keepUser: boolean;
}

function startConfined({
  command,
  name,
  args,
  input,
  limits,
  take,
  keepUser,
}: ConfinedRun): Promise<{ exitCode: number | null } | null> {
  return new Promise((resolve, reject) => {
    const separate = separated(command, args, { keepUser });
    const child = spawn(separate.command, separate.args, {
      env: {},
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let bytes = 0;
    let broken = false;
    const breakOff = () => {
      broken = true;
      child.kill('SIGKILL');
    };
    const deadline = setTimeout(() => {
      if (broken) return;
      breakOff();
      reject(new OutOfTime(name));
    }, limits.timeoutMs);
    const watch = setInterval(() => {
      if (residentBytes(child.pid) > limits.maxMemoryBytes) breakOff();
    }, watchEveryMs);
    const end = () => {
      clearTimeout(deadline);
      clearInterval(watch);
    };
    child.stdout.on('data', (part: Buffer) => {
      if (broken) return;
      bytes += part.length;
      if (bytes > limits.maxOutputBytes) {
        breakOff();
        return;
      }
      try {
        take(part, (more) => child.stdin.write(more));
      } catch (error) {
        breakOff();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    child.once('error', (error) => {
      end();
      reject(error);
    });
    child.once('close', (exitCode, wrapperSignal) => {
      end();
      const signal = signalOf(exitCode, wrapperSignal);
      // Somebody else ended it: the system was short of memory, or is shutting down.
      if (!broken && (signal === 'SIGKILL' || signal === 'SIGTERM')) reject(new OutOfTime(name));
      else resolve(broken ? null : { exitCode: signal === null ? exitCode : null });
    });
    // A process that has exited reads no further input.
    child.stdin.on('error', () => undefined);
    if (Buffer.isBuffer(input)) child.stdin.end(input);
    else child.stdin.write(input.opening);
  });
}
