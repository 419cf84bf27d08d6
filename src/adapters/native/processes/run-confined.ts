import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { Socket } from 'node:net';
import { basename } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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

/**
 * All that a process gets on standard input, at once or as it comes; or the beginning: then `TakePart` may write more, and the input stays
 * open.
 */
type Input = Buffer | AsyncIterable<Buffer> | { opening: Buffer };

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
  return (await attend(start(ownCommand(script, [argument])), { input, limits, take })) !== null;
}

/** Runs a script as `runConfined` does, without an argument: all that a process needs comes on standard input. */
export interface ConfinedScript {
  run(input: Input, limits: Confinement, take: TakePart): Promise<boolean>;
}

/** After a run, the rest of the work on its file needs the processor. */
const startsNextAfterMs = 2_000;

/**
 * `startsAhead`: after the first file, a process is started before the next file comes and waits for it, because a person waits for each
 * start. It still gets one file, and the limits count from then on.
 */
export function confineScript(script: URL, { startsAhead }: { startsAhead: boolean }): ConfinedScript {
  let waiting: StartedProcess | null = null;
  let timer: NodeJS.Timeout | null = null;
  const startOne = () => start(ownCommand(script, []));

  function startNext(): void {
    timer = null;
    if (waiting !== null) return;
    const started = startOne();
    waiting = started;
    const forget = () => {
      if (waiting === started) waiting = null;
    };
    started.child.once('error', forget);
    started.child.once('exit', forget);
    // It must not keep this process alive. When this process ends, its input ends, and so does it.
    started.child.unref();
    for (const stream of [started.child.stdin, started.child.stdout]) if (stream instanceof Socket) stream.unref();
  }

  function startNextLater(): void {
    if (!startsAhead || timer !== null) return;
    timer = setTimeout(startNext, startsNextAfterMs);
    timer.unref();
  }

  /** Null when the process ended before its first answer, so possibly before it got the file: then it says nothing about the file. */
  async function runWith(started: StartedProcess, work: Work): Promise<boolean | null> {
    let answers = 0;
    const take: TakePart = (part, write) => {
      answers += 1;
      work.take(part, write);
    };
    try {
      const isKept = (await attend(started, { ...work, take })) !== null;
      return isKept && answers === 0 ? null : isKept;
    } catch (error) {
      if (error instanceof KilledFromOutside && answers === 0) return null;
      throw error;
    }
  }

  return {
    async run(input, limits, take) {
      const work = { input, limits, take };
      const ahead = waiting;
      waiting = null;
      try {
        const kept = ahead && (await runWith(ahead, work));
        return kept ?? (await attend(startOne(), work)) !== null;
      } finally {
        startNextLater();
      }
    },
  };
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
  const started = start({ command, name: basename(command), args, keepUser: true });
  const ended = await attend(started, { input, limits, take: (part) => parts.push(part) });
  return ended && { ...ended, output: Buffer.concat(parts) };
}

interface ConfinedCommand {
  command: string;
  /** For the error. */
  name: string;
  args: readonly string[];
  keepUser: boolean;
}

interface StartedProcess {
  name: string;
  child: ChildProcessByStdio<Writable, Readable, null>;
}

function ownCommand(script: URL, given: readonly string[]): ConfinedCommand {
  const { execArgv, path } = ownScript(script);
  const args = ['--max-old-space-size=256', ...execArgv, path, ...given];
  return { command: process.execPath, name: basename(path), args, keepUser: false };
}

function start({ command, name, args, keepUser }: ConfinedCommand): StartedProcess {
  const separate = separated(command, args, { keepUser });
  const child = spawn(separate.command, separate.args, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] });
  // A process that has exited reads no further input.
  child.stdin.on('error', () => undefined);
  return { name, child };
}

/** The system ended the process, because it was short of memory or is shutting down. */
class KilledFromOutside extends OutOfTime {}

interface Work {
  input: Input;
  limits: Confinement;
  take: TakePart;
}

/** Gives a process its input and passes on its output, within the limits, until it ends. */
function attend(
  { name, child }: StartedProcess,
  { input, limits, take }: Work,
): Promise<{ exitCode: number | null } | null> {
  return new Promise((resolve, reject) => {
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
      if (!broken && (signal === 'SIGKILL' || signal === 'SIGTERM')) reject(new KilledFromOutside(name));
      else resolve(broken ? null : { exitCode: signal === null ? exitCode : null });
    });
    if (Buffer.isBuffer(input)) child.stdin.end(input);
    else if ('opening' in input) child.stdin.write(input.opening);
    // A process that has exited reads no further input.
    else pipeline(input, child.stdin).catch(() => undefined);
  });
}
