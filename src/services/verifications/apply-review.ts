import { isDeepStrictEqual } from 'node:util';
import type { IdentityData } from '../../domain/verifications/identity.ts';
import type { IdentityStatus } from '../../domain/verifications/identity-status.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { isPublicReverification, speaksForIdentity } from '../../domain/verifications/reverification.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { isVerdict } from '../../domain/verifications/verification-status.ts';
import { claimPerson, withdrawFace } from './claim-person.ts';
import { mergeFacts } from './merge-facts.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';
import { listProtected } from '../reverification/list-protected.ts';

/** The most attempts of the identity that are searched for values to replace the reviewed ones. */
const mostAttempts = 100;

/**
 * Applies a reviewed verdict to the identity: its status, when no later attempt speaks for it, its data and its enrolled face. An attempt
 * that was not entitled to speak for the identity changes nothing about it, no matter who reviews it. When an entitled attempt turns out
 * not to be verified, the identity falls back to its other attempts. Part of the review's transaction, after the move;
 * for `verified` under the locks of `lockClaims`.
 */
export async function applyReview(
  tx: Repositories,
  { verification, flow, flows }: { verification: Verification; flow: Flow; flows: Flows },
): Promise<{ changedIdentity: boolean; identityStatus: IdentityStatus }> {
  const identity = await tx.identities.lock(verification.identityId);
  if (!mayClaim(verification) || !isVerdict(verification.status)) {
    return { changedIdentity: false, identityStatus: identity.status };
  }
  const decided = await tx.verifications.listDecided(verification.identityId, mostAttempts);
  const others = decided.filter(({ id }) => id !== verification.id);
  const isLatest = !others.some((attempt) => finishedLater(attempt, verification));
  const standsFor = speaksForIdentity(verification) ? verification.status : others[0]?.status;
  const identityStatus = isLatest && standsFor !== undefined ? standsFor : identity.status;

  const data = await dataAfter(tx, identity.data, { verification, flow, flows, others });
  await tx.identities.setStatus(identity.id, identityStatus, data);
  const stepRuns = await tx.stepRuns.list(verification.id);
  const isVerified = verification.status === 'verified';
  if (isVerified) {
    // A later attempt may have shown no face. Where one did, its face stays.
    await claimPerson(tx, { verification, flow, stepRuns }, { enrol: true, replaces: isLatest, flows });
  }
  const withdrawn = !isVerified && (await withdrawFace(tx, { verification, stepRuns }, flows));
  const changedIdentity = identityStatus !== identity.status || withdrawn || !isDeepStrictEqual(data, identity.data);
  return { changedIdentity, identityStatus };
}

/** Whether the attempt is the identity's when a reviewer verifies it. */
export function mayClaim(verification: Pick<Verification, 'startedBy' | 'reverifies' | 'entitled'>): boolean {
  return !isPublicReverification(verification) || verification.entitled;
}

/** The newest value of each kind from attempts that are verified now. Weaker evidence does not replace stronger evidence. */
async function dataAfter(
  tx: Repositories,
  known: IdentityData,
  {
    verification,
    flow,
    flows,
    others,
  }: { verification: Verification; flow: Flow; flows: Flows; others: readonly Verification[] },
): Promise<IdentityData> {
  const { clientId } = verification;
  const data = Object.fromEntries(
    Object.entries(known).filter(([, value]) => value.verificationId !== verification.id),
  ) as IdentityData; // The names belong to the data that they were read with.
  if (verification.status === 'verified') {
    const later = others.filter((attempt) => finishedLater(attempt, verification)).map(({ id }) => id);
    const kept = await listProtected(tx, flows, { clientId, flow, data });
    const stepRuns = await tx.stepRuns.list(verification.id);
    return mergeFacts(data, stepRuns, verification, new Set([...later, ...kept]));
  }
  let earlier: IdentityData = {};
  for (const attempt of others.filter(({ status }) => status === 'verified').reverse()) {
    const otherFlow = await flows.getVersion(attempt.flowVersionId, tx);
    const kept = await listProtected(tx, flows, { clientId, flow: otherFlow, data: earlier });
    earlier = mergeFacts(earlier, await tx.stepRuns.list(attempt.id), attempt, kept);
  }
  return { ...earlier, ...data };
}

function finishedLater(left: Verification, right: Verification): boolean {
  return (left.finishedAt?.getTime() ?? 0) > (right.finishedAt?.getTime() ?? 0);
}
