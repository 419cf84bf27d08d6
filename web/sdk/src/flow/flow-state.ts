import type {
  HandOverProgress,
  Session,
  SessionState,
  SessionStep,
  SocketMessage,
  UploadedFile,
} from '../api/contract.ts';
import type { Fault } from './fault.ts';

/** Why this device asks for nothing more. */
export type Ending = 'inputsCompleted' | 'cancelled' | 'expired' | 'replaced';

/** Everything that decides which screen is shown. Changed by `changed` alone. */
export interface FlowState {
  session: Session | null;
  steps: readonly SessionStep[];
  consentGiven: boolean;
  /** The person has passed the start screen, now or before a reload. */
  begun: boolean;
  /** Of the last message on the socket. */
  lastSequence: number;
  /** How long the steps in progress are likely to take, by the newest read; null when unknown. */
  estimatedSeconds: number | null;
  ending: Ending | null;
  /** From the last hand-over that this device offered: shows how far the other device is, and takes the session back. */
  watchToken: string | null;
  /** Another device has the session, and this one watches it. */
  watching: boolean;
  /** Replaces every screen until the person has dealt with it. */
  fault: Fault | null;
}

export const firstState: FlowState = {
  session: null,
  steps: [],
  consentGiven: false,
  begun: false,
  lastSequence: 0,
  estimatedSeconds: null,
  ending: null,
  watchToken: null,
  watching: false,
  fault: null,
};

export type FlowChange =
  | { type: 'started'; session: Session }
  | { type: 'read'; state: SessionState }
  | { type: 'stepChanged'; step: SessionStep }
  /** Answers to a screen hold only what is new, since messages may have come after the screen was drawn. */
  | { type: 'fileTaken'; stepId: string; file: UploadedFile; instead: UploadedFile | null }
  | { type: 'fileRemoved'; stepId: string; mediaId: string }
  | { type: 'codeSent'; stepId: string; code: SessionStep['code'] }
  | { type: 'messageReceived'; message: SocketMessage }
  | { type: 'begun' }
  | { type: 'handOverOffered'; watchToken: string }
  | { type: 'replaced' }
  | { type: 'watched'; progress: HandOverProgress }
  | { type: 'failed'; fault: Fault }
  | { type: 'faultCleared' }
  | { type: 'ended'; ending: Ending };

/** The state after a change. */
export function changed(state: FlowState, change: FlowChange): FlowState {
  switch (change.type) {
    case 'started':
      return { ...firstState, session: change.session };
    case 'read':
      return afterRead(state, change.state);
    case 'stepChanged':
      // What was submitted just now was not counted.
      return { ...state, steps: withStep(state.steps, change.step), estimatedSeconds: null };
    case 'fileTaken':
      return inStep(state, change.stepId, ({ files }) => ({ files: withFile(files, change.file, change.instead) }));
    case 'fileRemoved':
      return inStep(state, change.stepId, ({ files }) => ({
        files: files.filter(({ mediaId }) => mediaId !== change.mediaId),
      }));
    case 'codeSent':
      return inStep(state, change.stepId, () => ({ code: change.code }));
    case 'messageReceived':
      return afterMessage(state, change.message);
    case 'begun':
      return { ...state, begun: true, consentGiven: true };
    case 'handOverOffered':
      return { ...state, watchToken: change.watchToken };
    case 'replaced':
      return afterReplacement(state);
    case 'watched':
      return afterProgress(state, change.progress);
    case 'failed':
      return { ...state, fault: change.fault };
    case 'faultCleared':
      return { ...state, fault: null };
    case 'ended':
      return { ...state, ending: change.ending };
  }
}

const endings: Readonly<Record<SessionState['status'], Ending | null>> = {
  pending: null,
  running: 'inputsCompleted',
  finished: 'inputsCompleted',
  cancelled: 'cancelled',
  expired: 'expired',
};

function endingOf({ status, expiresAt, serverTime, steps }: SessionState): Ending | null {
  // The service records an expiry some seconds after it happened, and accepts nothing from that moment on.
  const timeIsUp =
    Date.parse(expiresAt) <= Date.parse(serverTime) && !steps.some((step) => step.status === 'processing');
  return status === 'pending' && timeIsUp ? 'expired' : endings[status];
}

function afterRead(state: FlowState, read: SessionState): FlowState {
  // An answer that was in transit while newer messages came holds less than they did.
  if (read.lastSequence < state.lastSequence) return state;
  const touched = read.steps.some(
    ({ status, files, attempt, code }) => status !== 'waiting' || files.length > 0 || attempt > 1 || code !== null,
  );
  return {
    ...state,
    steps: read.steps,
    consentGiven: read.consentGiven,
    begun: state.begun || touched,
    lastSequence: read.lastSequence,
    estimatedSeconds: read.estimatedSeconds,
    ending: state.ending ?? endingOf(read),
  };
}

function afterMessage(state: FlowState, message: SocketMessage): FlowState {
  if (message.sequence <= state.lastSequence) return state;
  const next = { ...state, lastSequence: message.sequence };
  switch (message.type) {
    case 'step.updated':
      return { ...next, steps: withStep(state.steps, message.step) };
    case 'verification.finished':
      return { ...next, ending: state.ending ?? message.outcome };
    case 'session.replaced':
      return afterReplacement(next);
    case 'challenge.prompt':
    case 'challenge.colour':
      return next;
  }
}

/** A device that offered the hand-over keeps watching; any other device is done. */
function afterReplacement(state: FlowState): FlowState {
  if (state.ending !== null || state.watching) return state;
  return state.watchToken === null ? { ...state, ending: 'replaced' } : { ...state, watching: true, fault: null };
}

function afterProgress(state: FlowState, { status, steps }: HandOverProgress): FlowState {
  if (!state.watching) return state;
  return {
    ...state,
    // The order of the flow is the same on every device.
    steps: state.steps.map((step, index) => ({ ...step, status: steps[index]?.status ?? step.status })),
    ending: state.ending ?? endings[status],
  };
}

function withStep(steps: readonly SessionStep[], step: SessionStep): readonly SessionStep[] {
  return steps.map((known) => (known.id === step.id ? step : known));
}

function inStep(state: FlowState, stepId: string, change: (step: SessionStep) => Partial<SessionStep>): FlowState {
  return { ...state, steps: state.steps.map((step) => (step.id === stepId ? { ...step, ...change(step) } : step)) };
}

function withFile(
  files: readonly UploadedFile[],
  file: UploadedFile,
  instead: UploadedFile | null,
): SessionStep['files'] {
  const known = files.find(({ mediaId }) => mediaId === file.mediaId);
  const others = files.filter(({ mediaId }) => mediaId !== file.mediaId && mediaId !== instead?.mediaId);
  // A message may have brought the result on its quality, for which the answer to the upload did not wait.
  return [...others, known !== undefined && known.quality.acceptable !== null ? known : file];
}
