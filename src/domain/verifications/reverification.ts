import type { IdentityStatus } from './identity-status.ts';
import { silences, type Silence } from './silence.ts';
import type { Verification } from './verification.ts';

/** How often an identity may be verified again in 24 h through starts without a client token from one network. */
export const publicStartsPerNetwork = 10;
/**
 * The same for all networks together. Networks from which the identity was verified before do not count, so that strangers cannot use up
 * the person's starts.
 */
export const publicStartsPerDay = 50;

/** Whether an identity in this state may be verified again under a flow's rule. An attempt that is being judged blocks it. */
export function isReverifiable(
  identity: { status: IdentityStatus; running: boolean },
  from: readonly IdentityStatus[],
): boolean {
  return identity.status !== 'deleted' && !identity.running && from.includes(identity.status);
}

/** What an attempt showed about the person whose identity it names. */
export interface Evidence {
  /** The automatic verdict is `verified`. */
  verified: boolean;
  /** There was a comparison with the enrolled face, and every one passed. */
  faceMatched: boolean;
  /** A liveness step passed with the enrolled face. */
  liveFace: boolean;
  /** A picture was submitted in an earlier attempt of this identity, or is a picture of one. */
  replayed: boolean;
  /** The flow may verify again what the identity's latest verdict came from, which is not a reviewer's against the person. */
  flowMayReverify: boolean;
}

/** The reasons why the evidence does not speak for the identity. Empty: it speaks. */
export function silencesOf(evidence: Evidence): Silence[] {
  const found: Record<Exclude<Silence, 'notJudged'>, boolean> = {
    notVerified: !evidence.verified,
    faceNotMatched: !evidence.faceMatched,
    noLiveStep: !evidence.liveFace,
    pictureReplayed: evidence.replayed,
    weakerFlow: !evidence.flowMayReverify,
  };
  return silences.filter((silence) => silence !== 'notJudged' && found[silence]);
}

/** What decides whether an attempt speaks for its identity. */
export type Authority = Pick<Verification, 'startedBy' | 'reverifies' | 'entitled' | 'silences' | 'status'>;

/** Whether anyone with public ids may have started this attempt of an existing identity. */
export function isPublicReverification({
  startedBy,
  reverifies,
}: Pick<Authority, 'startedBy' | 'reverifies'>): boolean {
  return startedBy !== 'backend' && reverifies;
}

/**
 * Whether an attempt's verdict is the identity's. An attempt speaks when the backend started it, or when it created the identity. Anyone
 * who knows the public ids can have started any other attempt, so it speaks only while it is `verified` and only if its evidence qualified:
 * it can raise the identity's status and never lower it.
 */
export function speaksForIdentity(attempt: Omit<Authority, 'silences'>): boolean {
  return !isPublicReverification(attempt) || (attempt.entitled && attempt.status === 'verified');
}

/** Why an attempt does not speak; empty when it does. An attempt from before this was recorded was not judged. */
export function whySilent(attempt: Authority): Silence[] {
  if (speaksForIdentity(attempt)) return [];
  const reasons = new Set<Silence>(attempt.silences);
  if (attempt.status !== 'verified') reasons.add('notVerified');
  return reasons.size > 0 ? silences.filter((silence) => reasons.has(silence)) : ['notJudged'];
}
