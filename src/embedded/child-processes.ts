import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { endWithParent } from './end-with-parent.ts';
import { endOf, stopChild } from './stop-child.ts';

export interface ChildSpec {
  /** For messages and, when the output is prefixed, for the start of each line. */
  name: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** `inherit` passes the output through, `prefix` puts `[name] ` before every line, a number is an open file's descriptor. */
  output: 'inherit' | 'prefix' | number;
  /** The reaction to an unexpected exit: a restart (after a growing pause), or the end of the whole group. */
  onUnexpectedEnd: 'restart' | 'stop-all';
}

export interface ChildGroupOptions {
  /** Receives messages about the group, and the prefixed lines. Default: standard output. */
  onLine?: (line: string) => void;
  /** From SIGTERM to SIGKILL. Default 20 s. */
  graceMs?: number;
  /** Pause before the first restart, doubled at every further one up to 30 s. Default 500 ms. */
  firstPauseMs?: number;
}

/** Why the group has ended. */
export type GroupEnd = { reason: 'stopped' } | { reason: 'died'; name: string; message: string };

export interface ChildGroup {
  /** Settles when every process of the group has ended; never rejects. */
  finished: Promise<GroupEnd>;
  /** SIGTERM to all, SIGKILL to those that remain after the grace period. May be called again; a second call does not wait. */
  stop(): Promise<GroupEnd>;
}

/** SIGHUP: the terminal was closed. */
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const longestPauseMs = 30_000;
/** A process that ran this long was healthy: the next restart is quick again. */
const settledAfterMs = 60_000;

/**
 * Starts all children and keeps them running. SIGTERM, SIGINT or SIGHUP to this process stops the group in order; a second signal kills it
 * immediately. If this process is killed, the system sends the children a SIGTERM.
 */
export function startChildProcesses(specs: readonly ChildSpec[], options: ChildGroupOptions = {}): ChildGroup {
  const group = new Group(specs, options);
  return { finished: group.finished, stop: () => group.stop() };
}

class Group {
  readonly finished: Promise<GroupEnd>;
  readonly #onLine: (line: string) => void;
  readonly #graceMs: number;
  readonly #firstPauseMs: number;
  readonly #running = new Map<ChildProcess, Promise<void>>();
  readonly #pauses = new Set<NodeJS.Timeout>();
  readonly #onSignal = (): void => void this.stop();
  #finish: (end: GroupEnd) => void = () => undefined;
  #end: GroupEnd | undefined;

  constructor(specs: readonly ChildSpec[], options: ChildGroupOptions) {
    this.#onLine = options.onLine ?? ((line) => process.stdout.write(`${line}\n`));
    this.#graceMs = options.graceMs ?? 20_000;
    this.#firstPauseMs = options.firstPauseMs ?? 500;
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
    for (const signal of stopSignals) process.on(signal, this.#onSignal);
    for (const spec of specs) this.#start(spec, this.#firstPauseMs);
  }

  async stop(end: GroupEnd = { reason: 'stopped' }): Promise<GroupEnd> {
    if (this.#end !== undefined) {
      // Asked twice: the operator does not want to wait.
      for (const child of this.#running.keys()) killTree(child);
      return this.finished;
    }
    this.#end = end;
    for (const pause of this.#pauses) clearTimeout(pause);
    await Promise.all([...this.#running].map(([child, ended]) => this.#stopOne(child, ended)));
    for (const signal of stopSignals) process.off(signal, this.#onSignal);
    this.#finish(end);
    return end;
  }

  async #stopOne(child: ChildProcess, ended: Promise<void>): Promise<void> {
    await stopChild(child, ended, ['SIGTERM'], this.#graceMs);
    // Including processes that the child itself started.
    killTree(child);
    await ended;
  }

  #start(spec: ChildSpec, pauseMs: number): void {
    const startedAt = Date.now();
    const child = spawn(spec.command, spec.args, {
      env: spec.env,
      stdio: ['ignore', outputOf(spec), outputOf(spec)],
      // A separate process group: a Ctrl-C in the terminal reaches only this process, which stops the children in order.
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) if (stream !== null) this.#prefix(spec.name, stream);
    let failure: string | undefined;
    child.once('error', (error) => {
      failure = error.message;
    });
    const ended = endOf(child);
    this.#running.set(child, ended);
    const forget = child.pid === undefined ? () => undefined : endWithParent(child.pid, 'TERM');
    void ended.then(() => {
      forget();
      this.#running.delete(child);
      if (this.#end !== undefined) return;
      killTree(child);
      this.#handleDeath(spec, failure ?? describeEnd(child), Date.now() - startedAt >= settledAfterMs, pauseMs);
    });
  }

  #handleDeath(spec: ChildSpec, cause: string, wasSettled: boolean, pauseMs: number): void {
    if (spec.onUnexpectedEnd === 'stop-all') {
      const message = `${spec.name} ended unexpectedly (${cause}): stopping everything`;
      this.#onLine(message);
      void this.stop({ reason: 'died', name: spec.name, message });
      return;
    }
    const thisPauseMs = wasSettled ? this.#firstPauseMs : pauseMs;
    this.#onLine(`${spec.name} ended unexpectedly (${cause}): starting it again in ${String(thisPauseMs)} ms`);
    const pause = setTimeout(() => {
      this.#pauses.delete(pause);
      this.#start(spec, Math.min(thisPauseMs * 2, longestPauseMs));
    }, thisPauseMs);
    this.#pauses.add(pause);
  }

  #prefix(name: string, stream: Readable): void {
    createInterface({ input: stream }).on('line', (line) => {
      this.#onLine(`[${name}] ${line}`);
    });
  }
}

const outputOf = ({ output }: ChildSpec) => (output === 'prefix' ? 'pipe' : output);

/** The child leads its own process group: its negative number means all its processes. */
function killTree(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // No process is left.
  }
}

function describeEnd(child: ChildProcess): string {
  if (child.signalCode !== null) return `signal ${child.signalCode}`;
  return `exit code ${String(child.exitCode)}`;
}
