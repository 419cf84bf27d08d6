import type { SocketMessage } from '../api/contract.ts';
import { followSession, watchOtherDevice } from '../api/live-updates.ts';
import type { SessionApi } from '../api/session-api.ts';
import { createListeners } from '../flow/create-listeners.ts';
import { faultOf } from '../flow/fault.ts';
import type { FlowStore } from './flow-store.ts';

/** What a recording waits for. */
type PromptMessage = Extract<SocketMessage, { type: 'challenge.prompt' | 'challenge.colour' }>;

export type LiveSession = ReturnType<typeof createLiveSession>;

/** Keeps the state current: over a socket, or by polling while there is none. It follows one device at a time. */
export function createLiveSession(api: SessionApi, { getState, change }: Pick<FlowStore, 'getState' | 'change'>) {
  const prompts = createListeners<PromptMessage>();
  let stop = () => {};

  async function refresh(): Promise<void> {
    try {
      change({ type: 'read', state: await api.readState() });
    } catch (error) {
      if (faultOf(error).code !== 'session.replaced') throw error;
      change({ type: 'replaced' });
    }
  }

  return {
    refresh,
    onPrompt: prompts.add,
    stop: () => stop(),

    /** Follows this device's session. */
    follow(): void {
      stop();
      stop = followSession(api, {
        lastSequence: () => getState().lastSequence,
        onMessage(message) {
          if (message.type === 'challenge.prompt' || message.type === 'challenge.colour') prompts.notify(message);
          change({ type: 'messageReceived', message });
        },
        poll: refresh,
      });
    },

    /** Shows the progress of the device that took the session over, and ends when it has ended there. */
    watch(): void {
      const { watchToken } = getState();
      if (watchToken === null) return;
      stop();
      stop = watchOtherDevice(api, {
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
    },
  };
}
