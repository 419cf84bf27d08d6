import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { KeptFace } from '../../domain/repositories/enrolled-face-repository.ts';
import { indexedValuesOf, type FaceTemplate, type IndexedValue } from '../../domain/traits.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { faceStepTypes } from '../../steps/faces/judge-facematch.ts';
import { searchedDocumentOf, searchedDocumentsOf } from '../../steps/document/checks/duplicate-document.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';
import { mayReverify } from '../reverification/may-reverify.ts';
import { readEarlier } from '../reverification/replayed-faces.ts';
import { agreedToFaceSearch } from './create-history.ts';
import { faceOf, type Claims } from './search-duplicates.ts';

/*
 * The only place where an attempt claims a person: where it enrols the face, and where it indexes the document, the phone number and the
 * address by which the same person is found under another identity. Every verdict, automatic or manual, goes through here. First
 * `lockClaims`, then the search, then `claimPerson`, in one transaction: of two people with one face or document, the second one always
 * finds the first.
 */

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
 * Indexes the values by which the person is found and, for a verified attempt, enrols the face. `verification`: with its decision.
 * `replaces`: whether the face may take the place of an enrolled one. Requires the locks of `lockClaims`.
 */
export async function claimPerson(
  tx: Repositories,
  claims: Claims,
  { enrol, replaces = true, flows }: { enrol: boolean; replaces?: boolean; flows: Flows },
): Promise<void> {
  await indexValues(tx, claims);
  if (enrol) await enrolFace(tx, claims, { replaces, flows });
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
interface Enrollable extends KeptFace {
  flow: Flow;
}

/** The attempt's face, if the person consented before the picture was taken. A doubtful face serves the search for duplicates alone. */
async function enrollableOf(tx: Repositories, { verification, flow, stepRuns }: Claims): Promise<Enrollable | null> {
  const { consent } = flow.document;
  const template = faceOf(flow, stepRuns);
  if (template === undefined || consent === null) return null;
  if (!(await tx.consents.exists(verification.id, consent.version))) return null;
  const searchable = await agreedToFaceSearch(tx, verification, flow);
  const face = { flow, template, searchable, isDoubtful: !isFaceSure(verification, stepRuns) };
  if (verification.encryptionConfigurationId === null) return searchable || !face.isDoubtful ? face : null;
  // Only the holder of the private key may have its face, unless the person has consented to its search. Its picture is never kept.
  return searchable ? { ...face, template: { ...template, appearance: '' } } : null;
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

/** A kept face, with the flows of every attempt that may have enrolled it. Null: there are too many attempts to know. */
interface EarlierFace extends Pick<KeptFace, 'searchable' | 'isDoubtful'> {
  flows: readonly Pick<Flow, 'flowId' | 'document'>[] | null;
}

/**
 * Whether the face of a later attempt replaces the one that is kept for its identity, and whether the search finds the one that stays. A
 * person who has agreed to the search stays in it. Without that, the same person could be verified again under another identity: after an
 * attempt with an accepted doubt, or after one whose face does not replace an unsearchable one.
 */
function chooseFace(kept: EarlierFace | null, next: Enrollable): { isNext: boolean; searchable: boolean } {
  const searchable = next.searchable || kept?.searchable === true;
  if (kept === null) return { isNext: true, searchable };
  if (next.isDoubtful || kept.isDoubtful) return { isNext: !next.isDoubtful, searchable };
  return { isNext: mayReplace(next, kept), searchable };
}

/**
 * Whether a newer face may replace an enrolled one. Weaker evidence does not replace stronger: otherwise somebody could move the enrolled
 * face to another person by way of a flow that takes photographs. A face that the search may not look at does not replace one that it
 * finds: the same person could then be enrolled again under another identity.
 */
function mayReplace(next: Enrollable, { searchable, flows }: EarlierFace): boolean {
  if (searchable && !next.searchable) return false;
  return flows?.every((flow) => mayReverify(next.flow, flow)) === true;
}

/** Keeps the face for the next verification of this identity, and for the search for duplicates. */
async function enrolFace(
  tx: Repositories,
  claims: Claims,
  { replaces, flows }: { replaces: boolean; flows: Flows },
): Promise<void> {
  const { verification } = claims;
  const next = await enrollableOf(tx, claims);
  if (next === null) return;
  const kept = await tx.enrolledFaces.read(verification);
  const origins = kept && replaces ? await flowsOf(tx, { verification, face: kept.template }, flows) : null;
  const { isNext, searchable } = chooseFace(kept && { ...kept, flows: origins }, next);
  if (isNext) await tx.enrolledFaces.enrol(verification, { ...next, searchable });
  else if (kept?.searchable !== searchable) await tx.enrolledFaces.setSearchable(verification, searchable);
}

/** The flows of the attempts that may have enrolled this face. */
async function flowsOf(
  tx: Repositories,
  { verification, face }: { verification: Verification; face: FaceTemplate },
  flows: Flows,
): Promise<Flow[] | null> {
  const sources = await possibleSources(tx, verification, face);
  return sources && Promise.all(sources.map(({ flowVersionId }) => flows.getVersion(flowVersionId, tx)));
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
  const kept = await tx.enrolledFaces.read(owner);
  if (kept === null) return false;
  const read = { lastFirst: [] as Enrollable[], isShown: false };
  const isComplete = await readEarlier(tx, { ...owner, id: '' }, faceStepTypes, async (verification, stepRuns) => {
    if (verification.status !== 'verified') return false;
    read.isShown ||= shows(stepRuns, kept.template);
    const flow = await flows.getVersion(verification.flowVersionId, tx);
    const next = await enrollableOf(tx, { verification, flow, stepRuns });
    if (next !== null) read.lastFirst.push(next);
    return false;
  });
  // Nothing tells which face the attempts would leave that were not read: one that is still shown stays.
  if (!isComplete && read.isShown) return false;
  const left = (isComplete ? read.lastFirst : []).reduceRight<Enrollable | null>((face, next) => {
    const { isNext, searchable } = chooseFace(face && { ...face, flows: [face.flow] }, next);
    return { ...(isNext || face === null ? next : face), searchable };
  }, null);
  if (left?.template.embedding === kept.template.embedding && left.isDoubtful === kept.isDoubtful) {
    // The kept template may also have the descriptions of newer models.
    if (left.searchable !== kept.searchable) await tx.enrolledFaces.setSearchable(owner, left.searchable);
    return false;
  }
  await (left === null ? tx.enrolledFaces.remove(owner) : tx.enrolledFaces.enrol(owner, left));
  return !kept.isDoubtful || left?.isDoubtful === false;
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
  const kept = await tx.enrolledFaces.read(verification);
  if (kept === null || !shows(stepRuns, kept.template)) return false;
  return restoreFace(tx, verification, flows);
}

function valuesOf(stepRuns: readonly StepRun[]): IndexedValue[] {
  return stepRuns.flatMap(({ outcome }) => indexedValuesOf(outcome?.traits ?? {}));
}
