import { findMatchCalibration } from '../../domain/faces/find-match-calibration.ts';
import type { MatchCalibration } from '../../domain/faces/match-calibration.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { indexedValuesOf, type FaceTemplate, type IndexedValue, type Traits } from '../../domain/traits.ts';
import {
  contradictionTraits,
  type Contradiction,
  type ContradictionTrait,
  type Duplicate,
  type DuplicateSearch,
  type DuplicateTrait,
} from '../../domain/verifications/duplicate-search.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { searchedDocumentsOf } from '../../steps/document/checks/duplicate-document.ts';
import { compareFullNames } from '../../steps/document/names-agree.ts';
import { judgeMatch } from '../../steps/faces/judge-match.ts';
import { defaultMaxOtherIdentities } from '../../steps/shared-contact.ts';
import type { Flow } from '../flows/load-flow.ts';
import { readEarlier, stepsWithFaces } from '../reverification/replayed-faces.ts';
import { agreedToFaceSearch } from './create-history.ts';

/** An attempt, with what the person showed in it. */
export interface Claims {
  verification: Verification;
  flow: Flow;
  stepRuns: readonly StepRun[];
}

/** The most identities that are named for each kind of value. */
const mostNamed = 20;

/**
 * The client's other identities that may be this person, and the identity's other attempts that show another person, as of now. A reviewer may
 * decide days after the automatic verdict, which could not compare the attempt with later ones. Requires the locks of `lockClaims`, and the
 * identity's.
 */
export async function searchDuplicates(tx: Repositories, claims: Claims): Promise<DuplicateSearch> {
  const { verification, flow, stepRuns } = claims;
  const shown = stepRuns.flatMap(({ stepId, outcome }) =>
    outcome === null ? [] : [{ stepId, traits: outcome.traits }],
  );
  const found = new Map<string, Set<DuplicateTrait>>();
  const add = (by: DuplicateTrait, identityIds: readonly string[]) => {
    for (const identityId of identityIds) found.set(identityId, (found.get(identityId) ?? new Set()).add(by));
  };
  const listWith = (value: IndexedValue) => tx.blindIndexes.listOtherIdentities(verification, value, mostNamed);

  let documentsComplete = true;
  for (const { stepId, traits } of shown) {
    const documents = searchedDocumentsOf(traits);
    for (const document of documents) add('document', await listWith(document));
    if (documents.length > 0) documentsComplete &&= !(await tx.blindIndexes.hasLostDocuments(verification));
    for (const value of indexedValuesOf(traits)) {
      if (value.trait !== 'phoneNumber' && value.trait !== 'email') continue;
      // The reviewer sees no sharers if the step's own check accepts that many.
      const others = await listWith(value);
      if (others.length > acceptedSharers(flow, stepId)) add(value.trait, others);
    }
  }
  const faces = await searchFaces(tx, claims);
  add('face', faces.identityIds);
  const duplicates: Duplicate[] = [];
  for (const [identityId, by] of found) {
    const [latest] = await tx.verifications.listSpeaking(identityId, 1);
    duplicates.push({ identityId, verificationId: latest?.id ?? null, by: [...by] });
  }
  const contradictions = await findContradictions(tx, claims);
  // A sealed attempt has nothing left to search for.
  const complete =
    faces.complete &&
    documentsComplete &&
    contradictions.complete &&
    verification.sealedAt === null &&
    !stepRuns.some(isUnsearched);
  return { duplicates, ...(contradictions.found.length > 0 && { contradictions: contradictions.found }), complete };
}

/** How many others may have confirmed the number or address of this step. */
function acceptedSharers({ document: { steps } }: Flow, stepId: string): number {
  const step = steps.find(({ id }) => id === stepId);
  const most = step?.type === 'phone' || step?.type === 'email' ? step.config.maxOtherIdentities : null;
  return most ?? defaultMaxOtherIdentities;
}

/** The checks that search for other identities by what the person showed. */
const searchingChecks: readonly string[] = ['duplicate-document', 'duplicate-face'];

/** Whether a search did not take place: without a number that was read for certain, a face, or the person's consent, a duplicate may be missed. */
function isUnsearched({ status, outcome }: Pick<StepRun, 'status' | 'outcome'>): boolean {
  const own = outcome?.checks.filter(({ id, attempt }) => attempt === undefined && searchingChecks.includes(id)) ?? [];
  return status === 'finished' && own.some((check) => check.outcome === 'skipped' || check.outcome === 'error');
}

async function searchFaces(
  tx: Repositories,
  { verification, flow, stepRuns }: Claims,
): Promise<{ identityIds: string[]; complete: boolean }> {
  const face = faceOf(flow, stepRuns);
  const asked = searchingSteps(flow).size > 0 && (await agreedToFaceSearch(tx, verification, flow));
  if (!asked || face === undefined) return { identityIds: [], complete: true };
  const within = findMatchCalibration(face.modelSha256, 'camera', await tx.matchCalibrations.list())?.same ?? null;
  if (within === null) return { identityIds: [], complete: false };
  const { hits, unsearched } = await tx.enrolledFaces.nearest(verification, face, { within, limit: mostNamed });
  return { identityIds: hits.map(({ identityId }) => identityId), complete: unsearched === 0 };
}

/** The face that the attempt enrols: in a flow that searches, one that its checks have searched for, otherwise the first. */
export function faceOf(flow: Flow, stepRuns: readonly StepRun[]): FaceTemplate | undefined {
  const searching = searchingSteps(flow);
  const shown = stepRuns.flatMap(({ stepId, outcome }) => {
    const face = outcome?.traits.face;
    return face === undefined ? [] : [{ stepId, face }];
  });
  return (shown.find(({ stepId }) => searching.has(stepId)) ?? shown[0])?.face;
}

function searchingSteps({ document: { steps } }: Flow): Set<string> {
  return new Set(steps.flatMap((step) => (step.type === 'selfie' && step.config.searchDuplicates ? [step.id] : [])));
}

/**
 * The attempts of the same identity that were verified since the automatic verdict and show another person. The automatic verdict
 * compared the attempt with earlier ones, and the reviewer sees those checks.
 */
async function findContradictions(
  tx: Repositories,
  { verification, stepRuns }: Claims,
): Promise<{ found: Contradiction[]; complete: boolean }> {
  const calibrations = await tx.matchCalibrations.list();
  const found: Contradiction[] = [];
  const complete = await readEarlier(tx, verification, stepsWithFaces, (attempt, runs) => {
    if (attempt.status !== 'verified' || !isVerifiedSince(attempt, verification)) return false;
    const by = contradictionsOf(stepRuns, runs, calibrations);
    if (by.length > 0) found.push({ verificationId: attempt.id, by });
    return false;
  });
  return { found, complete };
}

function isVerifiedSince({ finishedAt, decision }: Verification, { finishedAt: judgedAt }: Verification): boolean {
  const verifiedAt = decision?.manual == null ? finishedAt : new Date(decision.manual.decidedAt);
  return verifiedAt === null || judgedAt === null || verifiedAt >= judgedAt;
}

/** Everything in which two attempts show two people. */
function contradictionsOf(
  ones: readonly StepRun[],
  others: readonly StepRun[],
  calibrations: readonly MatchCalibration[],
): ContradictionTrait[] {
  const traitsOf = (runs: readonly StepRun[]) => runs.flatMap(({ outcome }) => outcome?.traits ?? []);
  const pairs = traitsOf(ones).flatMap((one) => traitsOf(others).map((other) => [one, other] as const));
  const differs: Readonly<Record<ContradictionTrait, (one: Traits, other: Traits) => boolean>> = {
    face: ({ face: one }, { face: other }) =>
      one !== undefined && other !== undefined && judgeMatch(one, other, null, calibrations).answer === 'different',
    fullName: ({ fullName: one }, { fullName: other }) =>
      one !== undefined && other !== undefined && compareFullNames(one, other) !== 'same',
    dateOfBirth: ({ dateOfBirth: one }, { dateOfBirth: other }) =>
      one !== undefined && other !== undefined && one !== other,
  };
  return contradictionTraits.filter((trait) => pairs.some(([one, other]) => differs[trait](one, other)));
}
