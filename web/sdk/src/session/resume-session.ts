import type { RememberedSession } from '../device/session-memory.ts';
import { Fault, faultOf } from '../flow/fault.ts';
import { firstRead } from '../flow/first-read.ts';
import type { FlowParts } from './flow-parts.ts';

/** Continues a session after a reload. */
export function createResumeSession({ options, api, store, live, reporter }: Omit<FlowParts, 'showFault'>) {
  let kept = options.resume;
  /** Once: a person who starts again wants another session. */
  function takeKeptByHost(): RememberedSession | null {
    const session = kept;
    kept = undefined;
    return session === undefined ? null : { session, drafts: {}, begun: false };
  }

  async function resumeWith(remembered: RememberedSession | null): Promise<boolean> {
    if (remembered === null) return false;
    const { session, begun, drafts, watchToken = null } = remembered;
    api.useToken(session.sessionToken);
    try {
      const read = await api.readState();
      if (read.status === 'cancelled' || read.status === 'expired') throw new Fault('session.ended');
      store.setDrafts(drafts);
      store.prepare({ type: 'started', session }, { type: 'read', state: read });
      if (watchToken !== null) store.prepare({ type: 'handOverOffered', watchToken });
      store.change(begun || read.consentGiven ? { type: 'begun' } : { type: 'faultCleared' });
      if (store.getState().ending === null) live.follow();
      options.entered?.(session);
      reporter.report('progress', 'session.resumed');
      return true;
    } catch (error) {
      const { code } = faultOf(error);
      if (watchToken !== null && code === 'session.replaced') {
        const first = firstRead(session);
        store.prepare(
          { type: 'started', session },
          { type: 'read', state: first },
          { type: 'handOverOffered', watchToken },
        );
        store.change({ type: 'replaced' });
        return true;
      }
      if (!['session.ended', 'auth.unauthorized', 'session.replaced'].includes(code)) throw error;
      store.forget();
      api.useToken(null);
      return false;
    }
  }

  /** Continues with what this tab remembers, or else with what the host kept. False: there is nothing, or it is over. */
  return async function resumeSession(): Promise<boolean> {
    return (await resumeWith(store.recall())) || resumeWith(takeKeptByHost());
  };
}
