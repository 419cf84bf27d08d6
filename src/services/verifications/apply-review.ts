import { factNames, type IdentityData } from '../../domain/identity.ts';
import type { IdentityStatus } from '../../domain/identity-status.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { speaksForIdentity } from '../../domain/reverification.ts';
import type { StepRun } from '../../domain/step-run.ts';
import type { Verification } from '../../domain/verification.ts';
import { isVerdict } from '../../domain/verification-status.ts';
import { mergeFacts } from '../decide-verification.ts';
import { enrolFace, withdrawFace } from '../enrol-face.ts';
import type { Flow } from '../load-flow.ts';

/** Attempts of the identity that are looked through for what stands in the reviewed one's place. */
const lookedThrough = 100;

/**
 * What a reviewed verdict makes of the identity: its status when no later attempt speaks for it, its data and its enrolled face.
 * An attempt that does not speak for the identity (somebody who knows the public ids, without its face) changes nothing of it,
 * whoever reviews it. Part of the review's transaction, after the move.
 */
export async function applyReview(
  tx: Repositories,
  { verification, flow }: { verification: Verification; flow: Flow },
): Promise<{ changedIdentity: boolean; identityStatus: IdentityStatus }> {
  const identity = await tx.identities.lock(verification.identityId);
  const unchanged = { changedIdentity: false, identityStatus: identity.status };
  const stepRuns = await tx.stepRuns.list(verification.id);
  if (!speaks(verification, stepRuns) || !isVerdict(verification.status)) return unchanged;

  const others = await readOthers(tx, verification);
  const isLatest = !others.some(({ attempt }) => finishedLater(attempt, verification));
  const identityStatus = isLatest ? verification.status : identity.status;
  const data = dataAfter(identity.data, { verification, stepRuns, others });
  await tx.identities.setStatus(identity.id, identityStatus, data);
  const isVerified = verification.status === 'verified';
  if (isVerified && isLatest) await enrolFace(tx, { verification, flow, stepRuns });
  const withdrawn = !isVerified && (await withdrawFace(tx, { verification, stepRuns }));
  const changedIdentity =
    identityStatus !== identity.status || withdrawn || JSON.stringify(data) !== JSON.stringify(identity.data);
  return { changedIdentity, identityStatus };
}

interface OtherAttempt {
  attempt: Verification;
  stepRuns: readonly StepRun[];
}

/** Attempts with a verdict that speak for the identity, the newest first, without this one. */
async function readOthers(tx: Repositories, { id, identityId }: Verification): Promise<OtherAttempt[]> {
  const all = await tx.verifications.listOfIdentity(identityId, lookedThrough);
  const others: OtherAttempt[] = [];
  for (const attempt of all.filter((other) => other.id !== id && isVerdict(other.status))) {
    const stepRuns = await tx.stepRuns.list(attempt.id);
    if (speaks(attempt, stepRuns)) others.push({ attempt, stepRuns });
  }
  return others;
}

/** The newest value of each kind from attempts that are verified now. */
function dataAfter(
  known: IdentityData,
  {
    verification,
    stepRuns,
    others,
  }: { verification: Verification; stepRuns: readonly StepRun[]; others: readonly OtherAttempt[] },
): IdentityData {
  const data = Object.fromEntries(
    Object.entries(known).filter(([, value]) => value.verificationId !== verification.id),
  ) as IdentityData; // The names are those of the data it was made of.
  if (verification.status === 'verified') {
    const facts = mergeFacts({}, stepRuns, verification);
    for (const name of factNames) {
      const [fact, present] = [facts[name], data[name]];
      const presentIsNewer = others.some(
        ({ attempt }) => attempt.id === present?.verificationId && finishedLater(attempt, verification),
      );
      if (fact !== undefined && !presentIsNewer) data[name] = fact;
    }
    return data;
  }
  const verified = others.filter(({ attempt }) => attempt.status === 'verified');
  return Object.assign(
    {},
    ...verified.reverse().map(({ attempt, stepRuns: runs }) => mergeFacts({}, runs, attempt)),
    data,
  ) as IdentityData;
}

function speaks(attempt: Verification, stepRuns: readonly StepRun[]): boolean {
  return speaksForIdentity(
    attempt,
    stepRuns.flatMap((run) => run.outcome?.checks ?? []),
  );
}

function finishedLater(left: Verification, right: Verification): boolean {
  return (left.finishedAt?.getTime() ?? 0) > (right.finishedAt?.getTime() ?? 0);
}
