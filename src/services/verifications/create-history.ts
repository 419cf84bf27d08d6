import type { History } from '../../domain/ports/history.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { StepOutcome, StepRun } from '../../domain/verifications/step-run.ts';
import { simulatedSource, type IdentityValue } from '../../domain/verifications/identity.ts';
import type { Place } from '../../domain/traits.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { isVerdict } from '../../domain/verifications/verification-status.ts';
import { readEarlier, readEarlierFaces, searchPictures, type EarlierFaces } from '../reverification/replayed-faces.ts';
import { duplicateFaceText } from './consent-text.ts';
import type { Flow } from '../flows/load-flow.ts';

/** How far back the service looks for a place. At the highest speed that it believes, a person reaches any place in less time. */
const daysOfPlaces = 31;
const placesAtOnce = 50;

interface DatedPlace {
  place: Place;
  at: Date;
}

/** The earlier verifications that a verification's conclusions may query, in the deciding transaction. */
export function createHistory(tx: Repositories, verification: Verification, flow: Flow): History {
  const { id, clientId, identityId } = verification;
  let read: Promise<EarlierFaces> | null = null;
  /** Read once for all faces of the verification. */
  const earlierFaces = () => (read ??= readEarlierFaces(tx, verification));
  /**
   * The newest first, to the end of the page at which `until` says that they are enough. Anyone who knows the identity's id can start an
   * attempt, so the places of such attempts say nothing about the person. Attempts without a place, however many, must not hide an earlier
   * one.
   */
  async function listPlaces({ judged, until }: { judged: boolean; until: (found: readonly DatedPlace[]) => boolean }) {
    const of = { identityId, except: id, type: 'location', days: daysOfPlaces, judged } as const;
    const found: DatedPlace[] = [];
    let after: StepRun | null = null;
    do {
      const runs: StepRun[] = await tx.stepRuns.listFinished(of, { limit: placesAtOnce, after });
      for (const { outcome, finishedAt } of runs) {
        const place = placeOf(outcome);
        if (place !== undefined && finishedAt !== null) found.push({ place, at: finishedAt });
      }
      after = runs.at(-1) ?? null;
    } while (after !== null && !until(found));
    return found;
  }

  return {
    async findLastPlaces() {
      // A verdict was reached with the places before it. A person can leave an attempt before its place is judged, so its place must not
      // hide an earlier one.
      const [judged] = await listPlaces({ judged: true, until: ([last]) => last !== undefined });
      const since = judged?.at ?? new Date(0);
      const left = await listPlaces({ judged: false, until: (places) => (places.at(-1)?.at ?? since) < since });
      return [...left.filter(({ at }) => at >= since), ...(judged === undefined ? [] : [judged])];
    },

    listIdentitiesWith: (trait, value, limit) =>
      tx.blindIndexes.listOtherIdentities({ clientId, identityId }, { trait, value }, limit),
    areDocumentsLost: () => tx.blindIndexes.hasLostDocuments({ clientId, identityId }),
    async knownHolder() {
      const { fullName, dateOfBirth } = (await tx.identities.find(clientId, identityId))?.data ?? {};
      const isRead = (known: IdentityValue | undefined) =>
        known !== undefined && known.verificationId !== id && known.source !== simulatedSource;
      return {
        ...(fullName && isRead(fullName) && { fullName: fullName.value }),
        ...(dateOfBirth && isRead(dateOfBirth) && { dateOfBirth: dateOfBirth.value }),
      };
    },
    async isHolderEncrypted(shown) {
      const earlier = { encrypted: false, eachVerified: true };
      const isComplete = await readEarlier(tx, verification, ['document'], (attempt, runs) => {
        const isDocument = runs.some(({ type }) => type === 'document');
        if (attempt.status === 'verified' && attempt.encryptionConfigurationId !== null && isDocument) {
          earlier.encrypted = true;
        }
        if (isVerdict(attempt.status) && attempt.status !== 'verified') earlier.eachVerified = false;
        return false;
      });
      if (!isComplete) return true;
      if (!earlier.encrypted) return false;
      // The hashes of documents are those of every attempt with a verdict, and only a verified one says whose document it is.
      return shown === null || !earlier.eachVerified || !(await tx.blindIndexes.has({ clientId, identityId }, shown));
    },
    reverifies: verification.reverifies,
    isSealed: () => tx.verifications.hasSealed(identityId),
    matchCalibrations: () => tx.matchCalibrations.list(),
    enrolledFace: () => tx.enrolledFaces.find({ clientId, identityId }),
    async findShownBefore(face) {
      if (!verification.reverifies) return 'notShown';
      const enrolled = await tx.enrolledFaces.find({ clientId, identityId });
      return searchPictures(await earlierFaces(), { faces: [face], enrolled });
    },
    async hasVerifiedFace(isSuch) {
      if (!verification.reverifies) return false;
      const { shown, isComplete } = await earlierFaces();
      for (const { faces, attempt } of shown.filter(({ attempt: { status } }) => status === 'verified')) {
        if (faces.some(isSuch)) return true;
        if (hasReviewerJoinedFaces(attempt)) return false;
      }
      return isComplete ? false : null;
    },
    async nearestFaces(template, options) {
      if (!(await agreedToFaceSearch(tx, verification, flow))) return null;
      return tx.enrolledFaces.nearest({ clientId, identityId }, template, options);
    },
  };
}

/** Whether the person agreed, in this verification, to the search for duplicates among all enrolled faces. */
export async function agreedToFaceSearch(
  tx: Pick<Repositories, 'consents'>,
  { id }: Pick<Verification, 'id'>,
  { document: { duplicateFaceConsent } }: Flow,
): Promise<boolean> {
  if (duplicateFaceConsent === null) return false;
  return tx.consents.exists(id, duplicateFaceText(duplicateFaceConsent.version));
}

/**
 * Whether a reviewer verified the attempt after the service had found its face to be another person's. A reviewer who decided on something
 * else, such as a blurred document, has said nothing about the face.
 */
function hasReviewerJoinedFaces({ decision }: Pick<Verification, 'decision'>): boolean {
  if (decision?.manual?.status !== 'verified') return false;
  return decision.reasons.some(({ code }) => code === 're_facematch.different_person');
}

/** The coordinates, or the network's location when there are none. */
function placeOf(outcome: StepOutcome | null): Place | undefined {
  return outcome?.traits.gpsPlace ?? outcome?.traits.networkPlace;
}
