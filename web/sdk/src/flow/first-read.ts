import type { Session } from '../api/contract.ts';

/** The state of a new session, without a request for it: every step waits. */
export function firstRead(session: Session) {
  return {
    verificationId: session.verificationId,
    identityId: session.identityId,
    status: 'pending' as const,
    expiresAt: session.expiresAt,
    serverTime: session.serverTime,
    language: session.language,
    consentGiven: false,
    lastSequence: 0,
    estimatedSeconds: null,
    steps: session.steps.map(({ id, type }) => ({
      id,
      type,
      status: 'waiting' as const,
      attempt: 1,
      attemptsLeft: session.limits.maxAttemptsPerStep,
      codes: [],
      files: [],
      challenge: null,
      code: null,
    })),
  };
}
