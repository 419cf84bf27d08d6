import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { z } from 'zod';
import { OutOfTime } from '../../../domain/ports/out-of-time.ts';
import { imageFaults, maxImagePixels } from '../../../domain/ports/pages/image-normaliser.ts';
import { createFrameReader, frameHead } from '../processes/frames.ts';
import { ownScript } from '../processes/own-script.ts';
import { residentBytes } from '../processes/resident-memory.ts';
import { separated, signalOf } from '../processes/separate.ts';
import { mostFileBytes, type DecoderQuestion } from './decoder-messages.ts';

export interface DecoderLimits {
  /** From a request to the end of its answer. */
  answerMs: number;
  /** Resident memory. */
  maxMemoryBytes: number;
}

/** Generous, because a machine under full load is slow. */
const mostStartMs = 30_000;
const watchEveryMs = 50;

/** A file may have taken over the process, so its answers are checked. */
const answerSchema = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('ready') }),
  z.strictObject({
    answer: z.literal('picture'),
    format: z.enum(['jpeg', 'png', 'webp']),
    orientation: z.int().min(1).max(8),
  }),
  z.strictObject({ answer: z.literal('fault'), fault: z.enum(imageFaults) }),
  z.strictObject({
    answer: z.literal('flat-areas'),
    areas: z
      .strictObject({
        areas: z.int().min(0).max(maxImagePixels),
        flatShare: z.number().min(0).max(1),
        blankShare: z.number().min(0).max(1),
      })
      .nullable(),
  }),
]);

interface Said {
  answer: z.infer<typeof answerSchema>;
  payload: Buffer;
}

export interface DecoderHolder {
  isAlive(): boolean;
  /** Null: the process ended, used too much memory, or gave an invalid answer. @throws OutOfTime without an answer in time */
  ask(question: DecoderQuestion, picture: Buffer): Promise<Said | null>;
  /** The number of requests that it has received. */
  asked(): number;
  kill(): void;
}

/** Starts a decoding process. It does not keep this process alive. */
export function startDecoderHolder(script: URL, limits: DecoderLimits): DecoderHolder {
  const { execArgv, path } = ownScript(script);
  const { command, args } = separated(process.execPath, ['--max-old-space-size=256', '--expose-gc', ...execArgv, path]);
  // One heap for all threads: otherwise the process keeps the memory that they free.
  const child = spawn(command, args, { env: { MALLOC_ARENA_MAX: '1' }, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] });
  child.unref();
  for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref();
  let settle: ((said: Said | null | Error) => void) | null = null;
  let questions = 0;
  const say = (said: Said | null | Error) => {
    const waiting = settle;
    settle = null;
    waiting?.(said);
  };
  const kill = () => void child.kill('SIGKILL');
  const breakOff = (said: null | Error) => {
    kill();
    say(said);
  };
  const read = createFrameReader({ jsonBytes: 1_000, payloadBytes: mostFileBytes }, (message, payload) => {
    say({ answer: answerSchema.parse(message), payload });
  });
  child.stdout.on('data', (part: Buffer) => {
    try {
      read(part);
    } catch {
      breakOff(null);
    }
  });
  child.stdin.on('error', () => undefined);
  child.on('error', () => say(null));
  child.on('close', (exitCode, wrapperSignal) => {
    const signal = signalOf(exitCode, wrapperSignal);
    // Somebody else ended it: the system was short of memory, or is shutting down.
    say(signal === 'SIGKILL' || signal === 'SIGTERM' ? outOfTime() : null);
  });

  function nextAnswer(mostMs: number): Promise<Said | null> {
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => breakOff(outOfTime()), mostMs);
      settle = (said) => {
        clearTimeout(deadline);
        if (said instanceof Error) reject(said);
        else resolve(said);
      };
    });
  }

  const ready = nextAnswer(mostStartMs).catch(() => null);
  return {
    isAlive: () => child.exitCode === null && child.signalCode === null && !child.killed,
    async ask(question, picture) {
      if ((await ready)?.answer.answer !== 'ready') throw new Error('the process that decodes pictures does not start');
      questions += 1;
      const watch = setInterval(() => {
        if (residentBytes(child.pid) > limits.maxMemoryBytes) breakOff(null);
      }, watchEveryMs);
      try {
        const said = nextAnswer(limits.answerMs);
        child.stdin.write(frameHead(question, picture.length));
        child.stdin.write(picture);
        return await said;
      } finally {
        clearInterval(watch);
      }
    },
    asked: () => questions,
    kill,
  };
}

function outOfTime(): OutOfTime {
  return new OutOfTime('picture-decoder-process');
}
