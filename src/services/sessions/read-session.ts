import type { Database, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { readSessionState } from '../verifications/session-state.ts';

/** The exact place where the session stands. Also answers after its end, until the token dies. */
export function createReadSession({ db, flows }: { db: Database; flows: Flows }) {
  return async function readSession(session: SessionOfVerification) {
    // The verification is the one that the token was checked with, and so never newer than its steps: the sequence number
    // that it names is one after which no message is missed.
    const flow = await flows.getVersion(session.verification.flowVersionId);
    const state = await readSessionState(db, session.verification, flow);
    return { ...state, serverTime: session.at };
  };
}
