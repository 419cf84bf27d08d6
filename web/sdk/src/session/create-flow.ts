import type { SessionStep } from '../api/contract.ts';
import { createSessionApi } from '../api/session-api.ts';
import { createReporter } from '../flow/create-reporter.ts';
import { faultOf } from '../flow/fault.ts';
import type { Presentation } from '../presentation.ts';
import type { FlowParts } from './flow-parts.ts';
import { createFlowStore } from './flow-store.ts';
import { createHandOver } from './hand-over.ts';
import { createLiveSession } from './live-session.ts';
import { createShowFault } from './show-fault.ts';
import { createStartSession } from './start-session.ts';
import { createTakenPictures } from './taken-pictures.ts';

export type Flow = ReturnType<typeof createFlow>;

/** One presentation of the flow: its state, what changes it, and what the screens may request. */
export function createFlow(options: Presentation) {
  const store = createFlowStore(options, { onWatching: () => live.watch(), onEnded: () => live.stop() });
  const api = createSessionApi(options.baseUrl, { onConnection: store.setConnected });
  const live = createLiveSession(api, store);
  const reporter = createReporter(api);
  const showFault = createShowFault(store, live, reporter);
  const parts: FlowParts = { options, api, store, live, reporter, showFault };
  const { enter, start, startAgain } = createStartSession(parts);
  const { pictureOf, keepPicture, forgetPictures } = createTakenPictures();

  let markStarted = () => {};
  const whenStarted = new Promise<void>((resolve) => {
    markStarted = resolve;
  });

  return {
    api,
    options,
    reporter,
    getState: store.getState,
    change: store.change,
    subscribe: store.subscribe,
    isConnected: store.isConnected,
    /** Nothing may cover the screen: the person is being recorded, and the recording is sent when the network is back. */
    isUndisturbed: store.isUndisturbed,
    setUndisturbed: store.setUndisturbed,
    draftOf: store.draftOf,
    keepDraft: store.keepDraft,
    refresh: live.refresh,
    /** Each prompt that comes over the socket. */
    onPrompt: live.onPrompt,
    fail: showFault,
    start: () => start().finally(markStarted),
    /** The first attempt to start or to resume is over, well or not. */
    whenStarted,
    startAgain,
    ...createHandOver(parts, enter),
    /** Runs something that ends in the state of a step; every error becomes a screen. */
    async advance(work: () => Promise<SessionStep>): Promise<void> {
      try {
        store.change({ type: 'stepChanged', step: await work() });
      } catch (error) {
        // Already done: the answer was lost, or another tab was faster.
        if (faultOf(error).code === 'step.not_waiting') await live.refresh().catch(showFault);
        else showFault(error);
      }
    },
    pictureOf,
    keepPicture,
    ids() {
      const { session } = store.getState();
      return { ...(session && { identityId: session.identityId, verificationId: session.verificationId }) };
    },
    /** After the end: no data of this person stays in the tab. */
    close(): void {
      live.stop();
      reporter.flush();
      store.forget();
      forgetPictures();
    },
  };
}
