import { fork, type ChildProcess } from 'node:child_process';
import { OutOfTime } from '../../../domain/ports/out-of-time.ts';
import { ownScript } from '../processes/own-script.ts';
import { residentBytes } from '../processes/resident-memory.ts';
import { separated, signalOf } from '../processes/separate.ts';
import type { PdfAnswer, PdfQuestion } from './pdf-messages.ts';

/** The limits of the process of one PDF. */
export interface PdfLimits {
  /** From one answer to the next. */
  answerMs: number;
  /** For all answers about one document. */
  documentMs: number;
  maxMemoryBytes: number;
}

/** The process starts in advance, so nobody waits for it; a machine under full load takes its time. */
const mostStartMs = 30_000;
const watchEveryMs = 50;
const script = ownScript(new URL('./pdf-process.ts', import.meta.url));

/** The process of one PDF. */
export interface PdfHolder {
  isAlive(): boolean;
  /** Too much memory, or a process that crashes, is a fault of the file. @throws OutOfTime without an answer in time */
  ask: (question: PdfQuestion) => Promise<PdfAnswer>;
  kill(): void;
}

const noAnswer: PdfAnswer = { answer: 'fault', fault: 'file.unreadable_pdf' };

/** Starts a process that opens one PDF. It does not keep this process alive. */
export function startHolder(limits: PdfLimits): PdfHolder {
  const { command, args } = separated(process.execPath, ['--max-old-space-size=256', ...script.execArgv]);
  const child = fork(script.path, [], {
    execPath: command,
    execArgv: args,
    env: {},
    cwd: '/',
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  child.on('error', () => undefined);
  const ready = nextAnswer(child, mostStartMs).catch(() => noAnswer);
  let spentMs = 0;

  return {
    isAlive: () => child.exitCode === null && child.signalCode === null && child.connected,
    async ask(question) {
      const started = await ready;
      if (started.answer !== 'ready') throw new Error('the process that opens PDFs does not start');
      const askedAt = performance.now();
      const tooMuch = new AbortController();
      const watch = setInterval(() => {
        if (residentBytes(child.pid) > limits.maxMemoryBytes) tooMuch.abort();
      }, watchEveryMs);
      try {
        const answer = nextAnswer(child, Math.min(limits.answerMs, limits.documentMs - spentMs), tooMuch.signal);
        child.send(question, () => undefined);
        return await answer;
      } finally {
        clearInterval(watch);
        spentMs += performance.now() - askedAt;
      }
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/**
 * The process's next message; a fault when it crashes or uses too much memory.
 * @throws OutOfTime after `mostMs`, or when the system kills it
 */
function nextAnswer(child: ChildProcess, mostMs: number, tooMuch?: AbortSignal): Promise<PdfAnswer> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      tooMuch?.removeEventListener('abort', onTooMuch);
      settle();
    };
    const outOfTime = () => {
      reject(new OutOfTime('pdf-process'));
    };
    // Only `pdf-process.ts` writes to this channel; a broken engine inside it cannot.
    const onMessage = (message: unknown) => {
      end(() => resolve(message as PdfAnswer));
    };
    const onExit = (exitCode: number | null, wrapperSignal: NodeJS.Signals | null) => {
      const signal = signalOf(exitCode, wrapperSignal);
      end(signal === 'SIGKILL' || signal === 'SIGTERM' ? outOfTime : () => resolve(noAnswer));
    };
    const onTooMuch = () => {
      end(() => resolve(noAnswer));
    };
    const timer = setTimeout(
      () => {
        end(outOfTime);
      },
      Math.max(0, mostMs),
    );
    child.on('message', onMessage);
    child.on('exit', onExit);
    tooMuch?.addEventListener('abort', onTooMuch);
  });
}
