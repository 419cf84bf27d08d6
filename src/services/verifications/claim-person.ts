import { findMatchCalibration } from '../../domain/faces/find-match-calibration.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { indexedValuesOf, type FaceTemplate, type IndexedValue } from '../../domain/traits.ts';
import type { Duplicate, DuplicateSearch, DuplicateTrait } from '../../domain/verifications/duplicate-search.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { defaultMaxOtherIdentities } from '../../steps/shared-contact.ts';
import { faceStepTypes } from '../../steps/faces/judge-facematch.ts';
import { searchedDocumentOf, searchedDocumentsOf } from '../../steps/document/checks/duplicate-document.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';
import { mayReverify } from '../reverification/may-reverify.ts';
import { readEarlier } from '../reverification/replayed-faces.ts';
import { agreedToFaceSearch } from './create-history.ts';

/*
 * The only place where an attempt claims a person: where it enrols the face, and where it indexes the document, the phone number and the
 * address by which the same person is found under another identity. Every verdict, automatic or manual, goes through here. First
 * `lockClaims`, then the search, then `claimPerson`, in one transaction: of two people with one face or document, the second one always
 * finds the first.
 */

interface Claims {
  verification: Verification;
  flow: Flow;
  stepRuns: readonly StepRun[];
}

/** The most identities that are named for each kind of value. */
const mostNamed = 20;

/**
 * Keeps everybody else of the client from searching for or claiming these values and this face until the transaction ends. Called before
 * the identity's row is locked, and takes all locks in one order, so that two verdicts never deadlock.
 */
export async function lockClaims(tx: Repositories, { verification, flow, stepRuns }: Claims): Promise<void> {
  const searched = stepRuns.flatMap(({ outcome }) => searchedDocumentsOf(outcome?.traits ?? {}));
  await tx.blindIndexes.lock(verification.clientId, [...valuesOf(stepRuns), ...searched]);
  if (await agreedToFaceSearch(tx, verification, flow)) await tx.enrolledFaces.lockSearch(verification.clientId);
}

/**
 * The client's other identities that may be this person, as of now. A reviewer may decide days after the automatic search, which knows
 * nobody who was verified since. Requires the locks of `lockClaims`.
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
  // A sealed attempt has nothing left to search for.
  const complete =
    faces.complete && documentsComplete && verification.sealedAt === null && !stepRuns.some(isUnsearched);
  return { duplicates, complete };
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

/**
 * Indexes the values by which the person is found and, for a verified attempt, enrols the face. `verification`: with its decision. Requires
 * the locks of `lockClaims`.
 */
export async function claimPerson(
  tx: Repositories,
  claims: Claims,
  { enrol, flows }: { enrol: boolean; flows: Flows },
): Promise<void> {
  await indexValues(tx, claims);
  if (enrol) await enrolFace(tx, claims, flows);
}

/**
 * Indexes the values of an attempt that speaks for the identity. Call it directly only for values that were indexed before in the same
 * transaction: new values go through `claimPerson`.
 */
export async function indexValues(
  tx: Repositories,
  { verification, stepRuns }: Pick<Claims, 'verification' | 'stepRuns'>,
): Promise<void> {
  const all = valuesOf(stepRuns);
  // Anyone who has the client's key can recover hashed values by trying. An encrypted verification keeps only the hash by which the same
  // document is found under another identity, and no hash of names, contacts or bare numbers, by which people can be searched.
  const isEncrypted = verification.encryptionConfigurationId !== null;
  await tx.blindIndexes.addAll(verification, isEncrypted ? all.filter(({ trait }) => trait === 'issuedDocument') : all);
  if (isEncrypted) await keepDocuments(tx, { verification, stepRuns });
}

/**
 * Keeps the hashes of an encrypted attempt's documents as long as the attempt. Called again before it is sealed: an earlier version of the
 * service may have decided it, or a reviewer may let it speak for the identity afterwards.
 */
export async function keepDocuments(
  tx: Pick<Repositories, 'blindIndexes'>,
  { verification, stepRuns }: Pick<Claims, 'verification' | 'stepRuns'>,
): Promise<void> {
  for (const { outcome } of stepRuns) {
    const document = searchedDocumentOf(outcome?.traits ?? {});
    if (document !== null) await tx.blindIndexes.keepDocument(verification, document);
  }
}

/** A face that an attempt may enrol. */
interface Enrollable {
  flow: Flow;
  template: FaceTemplate;
  searchable: boolean;
}

/** The attempt's face, if it is sure and the person consented before the picture was taken. */
async function enrollableOf(tx: Repositories, { verification, flow, stepRuns }: Claims): Promise<Enrollable | null> {
  const { consent } = flow.document;
  const template = faceOf(flow, stepRuns);
  if (template === undefined || consent === null || !isFaceSure(verification, stepRuns)) return null;
  if (!(await tx.consents.exists(verification.id, consent.version))) return null;
  const searchable = await agreedToFaceSearch(tx, verification, flow);
  if (verification.encryptionConfigurationId === null) return { flow, template, searchable };
  // Only the holder of the private key may have its face, unless the person has consented to its search. Its picture is never kept.
  return searchable ? { flow, template: { ...template, appearance: '' }, searchable } : null;
}

/**
 * Whether a reviewer verified the attempt, or all checks of the steps that show a face passed. A policy can accept a doubt for one verdict, such
 * as a borderline match. It cannot make a doubtful face the one with which all later verifications are compared.
 */
function isFaceSure({ decision }: Pick<Verification, 'decision'>, stepRuns: readonly StepRun[]): boolean {
  if (decision?.manual?.status === 'verified') return true;
  const shown = new Set(
    stepRuns.flatMap(({ stepId, outcome }) => (outcome?.traits.face === undefined ? [] : [stepId])),
  );
  return decision !== null && !decision.reasons.some(({ stepId }) => shown.has(stepId));
}

/**
 * Whether a newer face may replace an enrolled one. Weaker evidence does not replace stronger: otherwise somebody could move the enrolled
 * face to another person by way of a flow that takes photographs. A face that the search may not look at does not replace one that it
 * finds: otherwise the person could be enrolled again as somebody else. `flows`: of every attempt that may have enrolled the face.
 */
function mayReplace(
  next: Enrollable,
  enrolled: Pick<Enrollable, 'searchable'> & { flows: readonly Pick<Flow, 'flowId' | 'document'>[] },
): boolean {
  if (enrolled.searchable && !next.searchable) return false;
  return enrolled.flows.every((flow) => mayReverify(next.flow, flow));
}

/** Keeps the face for the next verification of this identity. */
async function enrolFace(tx: Repositories, claims: Claims, flows: Flows): Promise<void> {
  const { verification } = claims;
  const next = await enrollableOf(tx, claims);
  if (next === null) return;
  const enrolled = await tx.enrolledFaces.find(verification);
  if (enrolled !== null) {
    const sources = await possibleSources(tx, verification, enrolled);
    if (sources === null) return;
    const origins = await Promise.all(sources.map(({ flowVersionId }) => flows.getVersion(flowVersionId, tx)));
    const searchable = await tx.enrolledFaces.isSearchable(verification);
    if (!mayReplace(next, { flows: origins, searchable })) return;
  }
  await tx.enrolledFaces.enrol(verification, next);
}

/**
 * The earlier verified attempts that may have enrolled this face: those that show it. The steps of an encrypted attempt are unreadable, so
 * each of these may have enrolled a face that no other attempt shows. If there are none, any attempt may have. Null: there are too many to
 * look at all.
 */
async function possibleSources(
  tx: Repositories,
  verification: Pick<Verification, 'id' | 'identityId'>,
  enrolled: FaceTemplate,
): Promise<readonly Verification[] | null> {
  const [showing, encrypted, others]: [Verification[], Verification[], Verification[]] = [[], [], []];
  const isComplete = await readEarlier(tx, verification, faceStepTypes, (attempt, runs) => {
    if (attempt.status !== 'verified') return false;
    (shows(runs, enrolled) ? showing : attempt.sealedAt !== null ? encrypted : others).push(attempt);
    return false;
  });
  if (!isComplete) return null;
  return [showing, encrypted, others].find((attempts) => attempts.length > 0) ?? [];
}

function shows(stepRuns: readonly StepRun[], { embedding }: FaceTemplate): boolean {
  return stepRuns.some(({ outcome }) => outcome?.traits.face?.embedding === embedding);
}

/**
 * Enrols the face that the identity's remaining verified attempts leave, as if the others had never existed; without one, none is enrolled.
 * It was searched for when its attempt was verified. Returns whether the enrolled face has changed.
 */
export async function restoreFace(
  tx: Repositories,
  owner: Pick<Verification, 'clientId' | 'identityId'>,
  flows: Flows,
): Promise<boolean> {
  const enrolled = await tx.enrolledFaces.find(owner);
  if (enrolled === null) return false;
  const read = { lastFirst: [] as Enrollable[], isShown: false };
  const isComplete = await readEarlier(tx, { ...owner, id: '' }, faceStepTypes, async (verification, stepRuns) => {
    if (verification.status !== 'verified') return false;
    read.isShown ||= shows(stepRuns, enrolled);
    const flow = await flows.getVersion(verification.flowVersionId, tx);
    const next = await enrollableOf(tx, { verification, flow, stepRuns });
    if (next !== null) read.lastFirst.push(next);
    return false;
  });
  // Nothing tells which face the attempts would leave that were not read: one that is still shown stays.
  if (!isComplete && read.isShown) return false;
  const left = (isComplete ? read.lastFirst : []).reduceRight<Enrollable | null>(
    (face, next) => (face === null || mayReplace(next, { ...face, flows: [face.flow] }) ? next : face),
    null,
  );
  // The enrolled template may also have the descriptions of newer models.
  if (left?.template.embedding === enrolled.embedding) return false;
  await (left === null ? tx.enrolledFaces.remove(owner) : tx.enrolledFaces.enrol(owner, left));
  return true;
}

/**
 * Replaces the enrolled face of this verification by that of the remaining ones, because a reviewer has found it not verified. A face of
 * another verification stays. Returns whether the enrolled face has changed.
 */
export async function withdrawFace(
  tx: Repositories,
  { verification, stepRuns }: Pick<Claims, 'verification' | 'stepRuns'>,
  flows: Flows,
): Promise<boolean> {
  const enrolled = await tx.enrolledFaces.find(verification);
  if (enrolled === null || !shows(stepRuns, enrolled)) return false;
  return restoreFace(tx, verification, flows);
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
