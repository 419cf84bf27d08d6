import type { Database, SessionOfVerification } from '../domain/repositories/repositories.ts';
import type { Flows } from './load-flow.ts';
import { readSessionState } from './session-state.ts';

/** The exact place where the session stands. Also answers after its end, until the token dies. */
export function createReadSession({ db, flows }: { db: Database; flows: Flows }) {
  return async function readSession(session: SessionOfVerification) {
    const verification = await db.verifications.get(session.verificationId);
    const flow = await flows.getVersion(verification.flowVersionId);
    const state = await readSessionState(db, verification, flow);
    return { ...state, serverTime: session.at };
  };
}
