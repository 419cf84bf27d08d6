import type { ApiCaller } from '../../domain/operators/client.ts';
import type { AuditNote } from '../../domain/privacy/audit.ts';
import type { Decision, ReviewedDecision } from '../../domain/verifications/decision.ts';
import type { DuplicateSearch } from '../../domain/verifications/duplicate-search.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { isId } from '../../domain/id.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import { MoveRefused, type Database, type Repositories } from '../../domain/repositories/repositories.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { isVerdict, type Verdict } from '../../domain/verifications/verification-status.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';
import { refreshIdentityRecord } from './refresh-identity-record.ts';
import { readVerificationRecord } from './verification-record.ts';
import { recordEvents, type VerificationEvent } from './verification-events.ts';
import { applyReview, mayClaim } from './apply-review.ts';
import { lockClaims } from './claim-person.ts';
import { searchDuplicates } from './search-duplicates.ts';
import { requireAcknowledged, type Acknowledgement } from './require-acknowledged.ts';

export interface Review extends Acknowledgement {
  status: Verdict;
  reason: string;
  notes?: string | undefined;
  /** A person's verdict that the reviewer has seen, as the reviewer states it; null for none. Missing: none but their own. */
  seenDecidedAt?: string | null | undefined;
}

/**
 * Records a person's verdict in addition to the automatic one. The verification's status follows it, and so does the identity's if this
 * attempt speaks for it. If two reviewers decide at the same time, one succeeds. `verified` claims the person as the automatic verdict does: the
 * search for other identities runs again, and the reviewer must acknowledge its results.
 */
export function createReviewVerification({ db, flows, clock }: { db: Database; flows: Flows; clock: Clock }) {
  return async function reviewVerification(caller: ApiCaller, verificationId: string, review: Review) {
    const { clientId, actorId } = caller;
    // Read when the review arrives: a review that waits for the row behind another one finds another version.
    const seen = await db.verifications.find(clientId, verificationId);
    if (seen === null || seen.status === 'deleted') throw new Problem('verification.not_found');
    return db.transaction(async (tx) => {
      const { status: statusNow } = await tx.verifications.lock(verificationId);
      if (statusNow === 'deleted') throw new Problem('verification.not_found');
      const decision = requireUnchanged(seen, review, actorId);
      const at = clock.now();
      const { status, reason, notes = null } = review;
      const flow = await flows.getVersion(seen.flowVersionId, tx);
      const search = await claimAgain(tx, { seen, flow, review });
      const manual = { status, reason, notes, decidedBy: actorId, decidedAt: at.toISOString(), search };
      await move(tx, seen, status, { ...decision, manual });
      const reviewed = await tx.verifications.get(verificationId);
      const { changedIdentity, identityStatus } = await applyReview(tx, { verification: reviewed, flow, flows });

      const events: VerificationEvent[] = [{ content: { type: 'verification.updated' }, verification: reviewed, at }];
      if (changedIdentity) {
        events.push({ content: { type: 'identity.updated', status: identityStatus }, verification: reviewed, at });
      }
      await recordEvents(tx, flow, events);
      await refreshIdentityRecord(tx, reviewed.identityId, flows);
      const record = await readVerificationRecord(tx, flows, reviewed, { plain: isId('operator', actorId) });
      await tx.audit.append([
        { clientId, actorId, action: 'verification.reviewed', subjectId: verificationId },
        ...linesOf(search, { clientId, actorId, verificationId }),
      ]);
      return record;
    });
  };
}

/** @throws Problem `verification.not_finished`, or `verification.reviewed_meanwhile` when the reviewer has seen an older verdict */
function requireUnchanged({ status, decision }: Verification, { seenDecidedAt }: Review, reviewerId: string): Decision {
  if (!isVerdict(status) || decision === null) throw new Problem('verification.not_finished');
  const { manual } = decision;
  const isOwn = manual?.decidedBy === reviewerId;
  const isSeen = seenDecidedAt === undefined ? manual === null || isOwn : seenDecidedAt === (manual?.decidedAt ?? null);
  if (!isSeen) throw new Problem('verification.reviewed_meanwhile');
  return decision;
}

/**
 * The current results of the search for other identities, for an attempt that this review makes the identity's. Null: nothing is claimed.
 * @throws Problem `verification.duplicates_not_acknowledged`
 */
async function claimAgain(
  tx: Repositories,
  { seen, flow, review }: { seen: Verification; flow: Flow; review: Review },
): Promise<DuplicateSearch | null> {
  if (review.status !== 'verified' || !mayClaim(seen)) return null;
  const claims = { verification: seen, flow, stepRuns: await tx.stepRuns.list(seen.id) };
  await lockClaims(tx, claims);
  // Of two reviews of one identity's attempts, the second one sees the first.
  await tx.identities.lock(seen.identityId);
  const search = await searchDuplicates(tx, claims);
  requireAcknowledged(search, review);
  return search;
}

/** One line for the attempt, and one for each identity that the reviewer found to be another person. */
function linesOf(
  search: DuplicateSearch | null,
  { clientId, actorId, verificationId }: { clientId: string; actorId: string; verificationId: string },
): AuditNote[] {
  if (search === null) return [];
  const { duplicates, contradictions = [], complete } = search;
  if (duplicates.length + contradictions.length === 0 && complete) return [];
  return [
    { clientId, actorId, action: 'verification.duplicates_acknowledged', subjectId: verificationId },
    ...duplicates.map(({ identityId }) => ({
      clientId,
      actorId,
      action: 'identity.duplicate_acknowledged' as const,
      subjectId: identityId,
    })),
  ];
}

async function move(tx: Repositories, seen: Verification, status: Verdict, decision: ReviewedDecision): Promise<void> {
  try {
    await tx.verifications.review(seen, status, decision);
  } catch (error) {
    throw error instanceof MoveRefused ? new Problem('verification.reviewed_meanwhile', { cause: error }) : error;
  }
}
