import type { Reporter } from '../flow/create-reporter.ts';
import { faultOf } from '../flow/fault.ts';
import type { FlowStore } from './flow-store.ts';
import type { LiveSession } from './live-session.ts';

/** The screen of an error: its own, or that of the session's end. */
export function createShowFault(
  { getState, change }: Pick<FlowStore, 'getState' | 'change'>,
  { refresh }: Pick<LiveSession, 'refresh'>,
  reporter: Pick<Reporter, 'report'>,
) {
  return function showFault(error: unknown): void {
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
          const { ending, watching } = getState();
          if (ending === null && !watching) change({ type: 'failed', fault });
        },
        () => change({ type: 'failed', fault }),
      );
      return;
    }
    change({ type: 'failed', fault });
  };
}
