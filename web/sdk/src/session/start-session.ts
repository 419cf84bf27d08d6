import type { Session } from '../api/contract.ts';
import { Fault } from '../flow/fault.ts';
import { firstRead } from '../flow/first-read.ts';
import { startRequest } from '../flow/start-request.ts';
import type { FlowParts } from './flow-parts.ts';
import { createResumeSession } from './resume-session.ts';

/** Starts or resumes the session, and enters it on this device. */
export function createStartSession(parts: FlowParts) {
  const { options, api, store, live, reporter, showFault } = parts;
  const resumeSession = createResumeSession(parts);
  /** A start that is repeated after a lost answer has the same key. */
  let startKey: string = crypto.randomUUID();

  /** A session that is new to this device. */
  async function enter(session: Session): Promise<void> {
    api.useToken(session.sessionToken);
    store.change({ type: 'started', session });
    store.change({ type: 'read', state: firstRead(session) });
    options.entered?.(session);
    options.started({ identityId: session.identityId, verificationId: session.verificationId });
    reporter.report('progress', 'session.started');
    live.follow();
    // A session that another device began has already passed its beginning.
    if (options.handOverToken !== undefined) await live.refresh();
  }

  async function start(): Promise<void> {
    try {
      if (options.refusal !== undefined) throw new Fault(options.refusal);
      if (await resumeSession()) return;
      // The person confirms first that they continue here.
      if (options.handOverToken !== undefined) return;
      await enter(await api.start(startRequest(options), startKey));
    } catch (error) {
      startKey = crypto.randomUUID();
      showFault(error);
    }
  }

  return {
    enter,
    start,
    /** Forgets the old session, and begins a new verification. */
    async startAgain(): Promise<void> {
      live.stop();
      api.useToken(null);
      startKey = crypto.randomUUID();
      store.reset();
      await start();
    },
  };
}
