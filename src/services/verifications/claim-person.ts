import { findMatchCalibration } from '../../domain/faces/find-match-calibration.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { indexedValuesOf, type FaceTemplate, type IndexedValue } from '../../domain/traits.ts';
import type { Duplicate, DuplicateSearch, DuplicateTrait } from '../../domain/verifications/duplicate-search.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { searchedDocumentOf } from '../../steps/document/checks/duplicate-document.ts';
import { manyIdentities } from '../../steps/phone/phone-risk.ts';
import type { Flow } from '../flows/load-flow.ts';
import { agreedToFaceSearch } from './create-history.ts';

/*
 * The one place where an attempt claims a person: where it enrols the face, and where it indexes the document, the phone number and the
 * address by which the same person is found under another identity. Every verdict comes here, an operator's, too. First
 * `lockClaims`, then the search, then `claimPerson`, in one transaction: of two people with one face or document, the second one
 * always finds the first.
 */

interface Claims {
  verification: Verification;
  flow: Flow;
  stepRuns: readonly StepRun[];
}

/** Identities that are named for each kind of value. */
const mostNamed = 20;

/**
 * Lets nobody else of the client search for or claim these values and this face until the transaction ends. Before the identity's row
 * is locked, and everything at once in one order, so that two verdicts never wait for each other.
 */
export async function lockClaims(tx: Repositories, { verification, flow, stepRuns }: Claims): Promise<void> {
  await tx.blindIndexes.lock(verification.clientId, valuesOf(stepRuns));
  if (await agreedToFaceSearch(tx, verification, flow)) await tx.enrolledFaces.lockSearch(verification.clientId);
}

/**
 * The client's other identities that may be this person, as of now. A reviewer decides days after the checks searched, so that these know
 * nobody who was verified meanwhile. Under the locks of `lockClaims`.
 */
export async function searchDuplicates(tx: Repositories, claims: Claims): Promise<DuplicateSearch> {
  const { verification, stepRuns } = claims;
  const traitsOf = stepRuns.flatMap(({ outcome }) => (outcome === null ? [] : [outcome.traits]));
  const found = new Map<string, Set<DuplicateTrait>>();
  const add = (by: DuplicateTrait, identityIds: readonly string[]) => {
    for (const identityId of identityIds) found.set(identityId, (found.get(identityId) ?? new Set()).add(by));
  };
  const listWith = (value: IndexedValue) => tx.blindIndexes.listOtherIdentities(verification, value, mostNamed);

  for (const traits of traitsOf) {
    const document = searchedDocumentOf(traits);
    if (document !== null) add('document', await listWith(document));
    for (const value of indexedValuesOf(traits)) {
      if (value.trait !== 'phoneNumber' && value.trait !== 'email') continue;
      // Families and one change of account share a number, as the check `phone-risk` has it.
      const others = await listWith(value);
      if (others.length >= manyIdentities) add(value.trait, others);
    }
  }
  const faces = await searchFaces(tx, claims);
  add('face', faces.identityIds);
  const duplicates: Duplicate[] = [];
  for (const [identityId, by] of found) {
    const [latest] = await tx.verifications.listSpeaking(identityId, 1);
    duplicates.push({ identityId, verificationId: latest?.id ?? null, by: [...by] });
  }
  // Nothing is left of a sealed attempt that could be searched for.
  return { duplicates, complete: faces.complete && verification.sealedAt === null };
}

/** Indexes what the person is found by and, for a verified attempt, enrols the face. Under the locks of `lockClaims`. */
export async function claimPerson(tx: Repositories, claims: Claims, { enrol }: { enrol: boolean }): Promise<void> {
  await indexValues(tx, claims);
  if (enrol) await enrolFace(tx, claims);
}

/**
 * Indexes the values of an attempt that speaks for the identity. Alone only where they were there before in the same transaction:
 * what is new goes through `claimPerson`.
 */
export async function indexValues(
  tx: Repositories,
  { verification, stepRuns }: Pick<Claims, 'verification' | 'stepRuns'>,
): Promise<void> {
  const all = valuesOf(stepRuns);
  // A person who has the client's key can find what was hashed by trying. An encrypted verification leaves the one hash by which the same
  // document is found under another identity, and none of names, contacts and bare numbers, by which a person can be searched.
  const isEncrypted = verification.encryptionConfigurationId !== null;
  await tx.blindIndexes.addAll(verification, isEncrypted ? all.filter(({ trait }) => trait === 'issuedDocument') : all);
}

/** Keeps the face for the next verification of this identity. Only with the consent that came before the picture. */
async function enrolFace(tx: Repositories, { verification, flow, stepRuns }: Claims): Promise<void> {
  const { consent } = flow.document;
  const template = faceOf(flow, stepRuns);
  if (template === undefined || consent === null) return;
  if (!(await tx.consents.exists(verification.id, consent.version))) return;
  const searchable = await agreedToFaceSearch(tx, verification, flow);
  if (verification.encryptionConfigurationId === null) {
    await tx.enrolledFaces.enrol(verification, { template, searchable });
  } else if (searchable) {
    // Its face is for the holder of the private key, unless the person has agreed that it is searched. No picture of it stays.
    await tx.enrolledFaces.enrol(verification, { template: { ...template, appearance: '' }, searchable });
  }
}

/**
 * Takes the face back that this verification left, since a person has found it not verified after all. A later verification's
 * face stays. Answers whether it was taken back.
 */
export async function withdrawFace(
  tx: Repositories,
  { verification, stepRuns }: Pick<Claims, 'verification' | 'stepRuns'>,
): Promise<boolean> {
  const shown = stepRuns.flatMap(({ outcome }) => outcome?.traits.face ?? []);
  const enrolled = shown.length === 0 ? null : await tx.enrolledFaces.find(verification);
  if (enrolled === null || !shown.some(({ embedding }) => embedding === enrolled.embedding)) return false;
  await tx.enrolledFaces.remove(verification);
  return true;
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

/** The face that the attempt enrols: one that its checks have searched for where the flow searches, or else the first. */
function faceOf(flow: Flow, stepRuns: readonly StepRun[]): FaceTemplate | undefined {
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

function valuesOf(stepRuns: readonly StepRun[]): IndexedValue[] {
  return stepRuns.flatMap(({ outcome }) => indexedValuesOf(outcome?.traits ?? {}));
}
