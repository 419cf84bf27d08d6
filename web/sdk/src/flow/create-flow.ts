import { followSession, watchOtherDevice } from '../api/live-updates.ts';
import type { HandOver, PublicStep, Session, SessionStep, SocketMessage } from '../api/contract.ts';
import { createSessionApi } from '../api/session-api.ts';
import { memoryKey, openSessionMemory, type RememberedSession } from '../device/session-memory.ts';
import type { Presentation } from '../presentation.ts';
import { createListeners } from './create-listeners.ts';
import { createReporter } from './create-reporter.ts';
import { describeDevice, startRequest } from './start-request.ts';
import { Fault, faultOf } from './fault.ts';
import { firstRead } from './first-read.ts';
import { changed, firstState, type FlowChange, type FlowState } from './flow-state.ts';

/** What a recording waits for. */
type PromptMessage = Extract<SocketMessage, { type: 'challenge.prompt' | 'challenge.colour' }>;
export type Flow = ReturnType<typeof createFlow>;

/** One presentation of the flow: its state, what changes it, and what the screens may request. */
export function createFlow(options: Presentation) {
  const { baseUrl, handOverToken } = options;
  const memory = openSessionMemory(memoryKey(options));
  const about = describeDevice(options);

  let state: FlowState = firstState;
  let connected = true;
  let undisturbed = false;
  let drafts: Record<string, unknown> = {};
  /** Pictures that were taken in this tab, as addresses by media id, so that they can be shown again. */
  const pictures = new Map<string, string>();
  let stopFollowing: (() => void) | null = null;
  let startKey: string = crypto.randomUUID();
  const stateListeners = createListeners();
  const promptListeners = createListeners<PromptMessage>();
  const { notify } = stateListeners;
  const api = createSessionApi(baseUrl, {
    onConnection(next) {
      if (next === connected) return;
      connected = next;
      notify();
    },
  });
  const reporter = createReporter(api);

  function change(next: FlowChange): void {
    const before = state;
    state = changed(state, next);
    if (next.type === 'begun' || next.type === 'started' || next.type === 'handOverOffered') keep();
    if (!before.watching && state.watching) watch();
    if (before.ending === null && state.ending !== null) {
      stopFollowing?.();
      if (state.ending !== 'inputsCompleted') memory.forget();
    }
    notify();
  }

  function keep(): void {
    const { session, begun, watchToken } = state;
    if (session !== null) memory.keep({ session, drafts, begun, watchToken });
  }

  function fail(error: unknown): void {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    const fault = faultOf(error);
    if (fault.code === 'session.replaced') {
      change({ type: 'replaced' });
      return;
    }
    reporter.report('error', 'fault.shown', { code: fault.code });
    if (fault.code === 'session.ended') {
      // The state, which can still be read, says why it ended.
      refresh().then(
        () => {
          if (state.ending === null && !state.watching) change({ type: 'failed', fault });
        },
        () => change({ type: 'failed', fault }),
      );
      return;
    }
    change({ type: 'failed', fault });
  }

  async function refresh(): Promise<void> {
    try {
      change({ type: 'read', state: await api.readState() });
    } catch (error) {
      if (faultOf(error).code !== 'session.replaced') throw error;
      change({ type: 'replaced' });
    }
  }

  /** Shows the progress of the device that took the session over, and ends when it has ended there. */
  function watch(): void {
    const { watchToken } = state;
    if (watchToken === null) return;
    stopFollowing?.();
    stopFollowing = watchOtherDevice(api, {
      watchToken,
      onProgress: (progress) => change({ type: 'watched', progress }),
      async poll() {
        try {
          change({ type: 'watched', progress: await api.readOtherDevice(watchToken) });
        } catch (error) {
          // Too old, or everything was erased: there is nothing left to watch.
          if (faultOf(error).code === 'auth.unauthorized') change({ type: 'ended', ending: 'replaced' });
        }
      },
    });
  }

  function follow(): void {
    stopFollowing?.();
    stopFollowing = followSession(api, {
      lastSequence: () => state.lastSequence,
      onMessage(message) {
        if (message.type === 'challenge.prompt' || message.type === 'challenge.colour') {
          promptListeners.notify(message);
        }
        change({ type: 'messageReceived', message });
      },
      poll: refresh,
    });
  }

  /** Continues with what this tab remembers, or else with what the host kept. False: there is nothing, or it is over. */
  async function resume(): Promise<boolean> {
    return (await resumeWith(memory.recall())) || resumeWith(keptByHost());
  }

  /** Once: a person who starts again wants another session. */
  let kept = options.resume;
  function keptByHost(): RememberedSession | null {
    const session = kept;
    kept = undefined;
    return session === undefined ? null : { session, drafts: {}, begun: false };
  }

  async function resumeWith(remembered: RememberedSession | null): Promise<boolean> {
    if (remembered === null) return false;
    api.useToken(remembered.session.sessionToken);
    try {
      const read = await api.readState();
      if (read.status === 'cancelled' || read.status === 'expired') throw new Fault('session.ended');
      drafts = remembered.drafts;
      state = changed(changed(state, { type: 'started', session: remembered.session }), { type: 'read', state: read });
      if (remembered.watchToken != null) {
        state = changed(state, { type: 'handOverOffered', watchToken: remembered.watchToken });
      }
      change(remembered.begun || read.consentGiven ? { type: 'begun' } : { type: 'faultCleared' });
      if (state.ending === null) follow();
      options.entered?.(remembered.session);
      reporter.report('progress', 'session.resumed');
      return true;
    } catch (error) {
      if (remembered.watchToken != null && faultOf(error).code === 'session.replaced') {
        const { session, watchToken } = remembered;
        state = changed(changed(state, { type: 'started', session }), { type: 'read', state: firstRead(session) });
        state = changed(state, { type: 'handOverOffered', watchToken });
        change({ type: 'replaced' });
        return true;
      }
      if (!['session.ended', 'auth.unauthorized', 'session.replaced'].includes(faultOf(error).code)) throw error;
      memory.forget();
      api.useToken(null);
      return false;
    }
  }

  async function start(): Promise<void> {
    try {
      if (options.refusal !== undefined) throw new Fault(options.refusal);
      if (await resume()) return;
      if (handOverToken !== undefined) return;
      await enter(await api.start(startRequest(options), startKey));
    } catch (error) {
      startKey = crypto.randomUUID();
      fail(error);
    }
  }

  async function enter(session: Session): Promise<void> {
    api.useToken(session.sessionToken);
    change({ type: 'started', session });
    change({ type: 'read', state: firstRead(session) });
    options.entered?.(session);
    options.started({ identityId: session.identityId, verificationId: session.verificationId });
    reporter.report('progress', 'session.started');
    follow();
    // A session that another device began has already passed its beginning.
    if (handOverToken !== undefined) await refresh();
  }

  let markStarted = () => {};
  const whenStarted = new Promise<void>((resolve) => {
    markStarted = resolve;
  });

  return {
    api,
    options,
    /** The first attempt to start or to resume is over, well or not. */
    whenStarted,
    reporter,
    getState: () => state,
    isConnected: () => connected,
    /** Nothing may cover the screen: the person is being recorded, and the recording is sent when the network is back. */
    isUndisturbed: () => undisturbed,
    setUndisturbed(next: boolean): void {
      undisturbed = next;
      notify();
    },
    subscribe: stateListeners.add,
    /** Each prompt that comes over the socket. */
    onPrompt: promptListeners.add,
    change,
    fail,
    refresh,
    start: () => start().finally(markStarted),
    /** Takes over the session of a link on this device. */
    async takeOver(): Promise<void> {
      try {
        await enter(await api.openHandOver(handOverToken ?? '', about));
      } catch (error) {
        fail(error);
      }
    },
    /** Makes the link for another device, and remembers how to watch it. */
    async offerHandOver(): Promise<HandOver> {
      const link = await api.createHandOver();
      change({ type: 'handOverOffered', watchToken: link.watchToken });
      return link;
    },
    /** Ends the session on the other device and continues here. */
    async takeBack(): Promise<void> {
      const { watchToken, begun } = state;
      if (watchToken === null) return;
      try {
        // The return address is the one that this device gave at its start.
        const session = { ...(await api.takeBack(watchToken, about)), returnTo: state.session?.returnTo ?? null };
        api.useToken(session.sessionToken);
        stopFollowing?.();
        // A choice made here may not fit what the other device has submitted.
        drafts = {};
        const read = await api.readState();
        state = changed(changed(state, { type: 'started', session }), { type: 'read', state: read });
        change(begun ? { type: 'begun' } : { type: 'faultCleared' });
        keep();
        if (state.ending === null) follow();
        options.entered?.(session);
        reporter.report('action', 'handOver.takenBack');
      } catch (error) {
        fail(error);
      }
    },
    /** Forgets the old session, and begins a new verification. */
    async startAgain(): Promise<void> {
      stopFollowing?.();
      memory.forget();
      drafts = {};
      api.useToken(null);
      startKey = crypto.randomUUID();
      state = firstState;
      notify();
      await start();
    },
    /** Runs something that ends in the state of a step; every error becomes a screen. */
    async advance(work: () => Promise<SessionStep>): Promise<void> {
      try {
        change({ type: 'stepChanged', step: await work() });
      } catch (error) {
        // Already done: the answer was lost, or another tab was faster.
        if (faultOf(error).code === 'step.not_waiting') await refresh().catch(fail);
        else fail(error);
      }
    },
    pictureOf: (mediaId: string): string | undefined => pictures.get(mediaId),
    keepPicture: (mediaId: string, url: string): void => void pictures.set(mediaId, url),
    draftOf: (step: Pick<PublicStep, 'id'>): unknown => drafts[step.id],
    keepDraft(step: Pick<PublicStep, 'id'>, draft: unknown): void {
      drafts = { ...drafts, [step.id]: draft };
      keep();
    },
    ids: () => ({
      ...(state.session && { identityId: state.session.identityId, verificationId: state.session.verificationId }),
    }),
    /** After the end: no data of this person stays in the tab. */
    close(): void {
      stopFollowing?.();
      reporter.flush();
      memory.forget();
      for (const url of pictures.values()) URL.revokeObjectURL(url);
      pictures.clear();
    },
  };
}
