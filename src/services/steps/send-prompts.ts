import type { Challenge, LiveRecording } from '../../domain/verifications/challenge.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import type { RandomBelow } from '../../steps/challenge-drawing.ts';
import type { Flows } from '../flows/load-flow.ts';
import { hexOfColour } from '../../domain/verifications/light-colours.ts';
import { appendMessage } from '../verifications/session-state.ts';
import { lockWaitingStep, type StepInSession } from './step-in-session.ts';

interface PromptedStep {
  verificationId: string;
  stepId: string;
  challengeId: string;
}

export interface SendPrompts {
  /** For a transaction that holds the verification's lock: draws the prompt or colour that is due and stores when it was sent. */
  ifDue(
    tx: Repositories,
    step: StepInSession,
    now: { challenge: Challenge; recording: LiveRecording; elapsedMs: number },
  ): Promise<{ recording: LiveRecording; sequence: number | null }>;
  /** After the commit: notifies the sockets and sets the timer of the next prompt. */
  announce(step: PromptedStep, sent: { sequence: number | null; dueInMs: number | null }): void;
  /** Opens a transaction and sends the prompt that is due. */
  look(step: PromptedStep): Promise<void>;
}

/**
 * Sends the prompts of a recording one at a time, each when it is due. The database stores the times, so that any process can send a
 * prompt. The process that stored the last chunk has a timer; if it dies, the next chunk or waiting request at another process sends the
 * prompt.
 */
export function createSendPrompts({
  db,
  flows,
  live,
  clock,
  randomBelow,
}: {
  db: Database;
  flows: Flows;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
  randomBelow: RandomBelow;
}): SendPrompts {
  /** One timer per challenge. */
  const timers = new Map<string, NodeJS.Timeout>();

  const ifDue: SendPrompts['ifDue'] = async (tx, step, { challenge, recording, elapsedMs }) => {
    const drawing = step.step.challenge?.prompts;
    const { nextPromptMs } = recording;
    if (drawing == null || nextPromptMs === null || elapsedMs < nextPromptMs) return { recording, sequence: null };
    const of = { stepId: step.run.stepId, challengeId: challenge.id };
    const drawn = drawing.draw(randomBelow, challenge.content, recording);
    const next = { nextPromptMs: drawn.nextInMs === null ? null : elapsedMs + drawn.nextInMs };
    const { light = [], prompts } = recording;
    if ('colour' in drawn) {
      const { colour } = drawn;
      const told = { colourIndex: light.length, colour: hexOfColour(colour) };
      const message = { type: 'challenge.colour', ...of, ...told } as const;
      const sequence = await appendMessage(tx, step.verification.id, message, clock.now());
      return { recording: { ...recording, ...next, light: [...light, { colour, sentMs: elapsedMs }] }, sequence };
    }
    const { action } = drawn;
    const message = { type: 'challenge.prompt', ...of, promptIndex: prompts.length, action } as const;
    const sequence = await appendMessage(tx, step.verification.id, message, clock.now());
    return { recording: { ...recording, ...next, prompts: [...prompts, { action, sentMs: elapsedMs }] }, sequence };
  };

  async function look(of: PromptedStep): Promise<void> {
    const { verificationId, stepId, challengeId } = of;
    const sent = await db.transaction(async (tx) => {
      const step = await lockWaitingStep(tx, flows, { verificationId }, stepId);
      const { id: stepRunId, attempt } = step.run;
      const locked = await tx.challenges.lockRecording(challengeId, { stepRunId, attempt });
      if (locked.state !== 'open' || locked.challenge.recording === null) return null;
      const { challenge, elapsedMs } = locked;
      const { recording, sequence } = await ifDue(tx, step, {
        challenge,
        recording: locked.challenge.recording,
        elapsedMs,
      });
      if (sequence !== null) await tx.challenges.storeRecording(challengeId, recording);
      return { sequence, dueInMs: dueInMs(recording, elapsedMs) };
    });
    if (sent !== null) announce(of, sent);
  }

  function announce(of: PromptedStep, sent: { sequence: number | null; dueInMs: number | null }): void {
    if (sent.sequence !== null) live.announce(of.verificationId, sent.sequence);
    if (sent.dueInMs === null || timers.has(of.challengeId)) return;
    const timer = setTimeout(() => {
      timers.delete(of.challengeId);
      // Nobody waits for a database that is down: the next chunk sends the prompt.
      look(of).catch(() => {});
    }, sent.dueInMs);
    timers.set(of.challengeId, timer.unref());
  }

  return { ifDue, announce, look };
}

/** Milliseconds until the next prompt is due; null when there is none. */
export function dueInMs({ nextPromptMs }: LiveRecording, elapsedMs: number): number | null {
  return nextPromptMs === null ? null : Math.max(0, nextPromptMs - elapsedMs);
}
