import type { History } from '../../domain/ports/history.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { StepOutcome, StepRun } from '../../domain/verifications/step-run.ts';
import { simulatedSource, type IdentityValue } from '../../domain/verifications/identity.ts';
import type { FaceTemplate, Place } from '../../domain/traits.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { isVerdict } from '../../domain/verifications/verification-status.ts';
import { areShownBefore, listEarlier, stepsWithFaces } from '../reverification/replayed-faces.ts';
import { faceStepTypes } from '../../steps/faces/judge-facematch.ts';
import { duplicateFaceText } from './consent-text.ts';
import type { Flow } from '../flows/load-flow.ts';

/** How far back the service looks for a place. At the highest speed that it believes, a person reaches any place in less time. */
const daysOfPlaces = 31;
const placesAtOnce = 50;

/** The earlier verifications that a verification's conclusions may query, in the deciding transaction. */
export function createHistory(tx: Repositories, verification: Verification, flow: Flow): History {
  const { id, clientId, identityId } = verification;
  return {
    async findLastPlace() {
      // Anyone who knows the identity's id can start an attempt, so the places of such attempts say nothing about the person. Attempts
      // without a place, however many, must not hide an earlier one.
      const of = { identityId, except: id, type: 'location', days: daysOfPlaces } as const;
      let after: StepRun | null = null;
      for (;;) {
        const runs: StepRun[] = await tx.stepRuns.listFinished(of, { limit: placesAtOnce, after });
        for (const { outcome, finishedAt } of runs) {
          const place = placeOf(outcome);
          if (place !== undefined && finishedAt !== null) return { place, at: finishedAt };
        }
        after = runs.at(-1) ?? null;
        if (after === null) return null;
      }
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
      const earlier = await listEarlier(tx, verification, ['document']);
      const verified = earlier.filter(({ status }) => status === 'verified');
      if (!(await namesSomebodyEncrypted(tx, verified))) return false;
      // The hashes of documents are those of every attempt with a verdict, and only a verified one says whose document it is.
      const isEachVerified = earlier.every(({ status }) => !isVerdict(status) || status === 'verified');
      return shown === null || !isEachVerified || !(await tx.blindIndexes.has({ clientId, identityId }, shown));
    },
    reverifies: verification.reverifies,
    isSealed: () => tx.verifications.hasSealed(identityId),
    matchCalibrations: () => tx.matchCalibrations.list(),
    enrolledFace: () => tx.enrolledFaces.find({ clientId, identityId }),
    async isShownBefore(face) {
      if (!verification.reverifies) return false;
      const enrolled = await tx.enrolledFaces.find({ clientId, identityId });
      const earlier = await listEarlier(tx, verification, stepsWithFaces);
      return areShownBefore(tx, { faces: [face], earlier, enrolled });
    },
    async verifiedFaces() {
      const faces: FaceTemplate[] = [];
      if (!verification.reverifies) return faces;
      const earlier = await listEarlier(tx, verification, faceStepTypes);
      for (const attempt of earlier.filter(({ status }) => status === 'verified')) {
        for (const { outcome } of await tx.stepRuns.list(attempt.id))
          faces.push(...[outcome?.traits.face ?? []].flat());
        if (attempt.decision?.manual != null) break;
      }
      return faces;
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

async function namesSomebodyEncrypted(
  tx: Pick<Repositories, 'stepRuns'>,
  verified: readonly Verification[],
): Promise<boolean> {
  for (const { id } of verified.filter(({ encryptionConfigurationId }) => encryptionConfigurationId !== null)) {
    if ((await tx.stepRuns.list(id)).some(({ type }) => type === 'document')) return true;
  }
  return false;
}

/** The coordinates, or the network's location when there are none. */
function placeOf(outcome: StepOutcome | null): Place | undefined {
  return outcome?.traits.gpsPlace ?? outcome?.traits.networkPlace;
}
