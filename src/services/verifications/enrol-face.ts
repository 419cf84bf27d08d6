import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { FaceTemplate } from '../../domain/traits.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { agreedToFaceSearch } from './create-history.ts';
import type { Flow } from '../flows/load-flow.ts';

/**
 * Keeps the face of a person who has just been verified, for the next verification of this identity. Only with the consent that
 * came before the picture; part of the deciding transaction.
 */
export async function enrolFace(
  tx: Repositories,
  { verification, flow, stepRuns }: { verification: Verification; flow: Flow; stepRuns: readonly StepRun[] },
): Promise<void> {
  const { consent } = flow.document;
  const template = faceOf(stepRuns);
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
  { verification, stepRuns }: { verification: Verification; stepRuns: readonly StepRun[] },
): Promise<boolean> {
  const template = faceOf(stepRuns);
  const enrolled = template === undefined ? null : await tx.enrolledFaces.find(verification);
  if (enrolled === null || enrolled.embedding !== template?.embedding) return false;
  await tx.enrolledFaces.remove(verification);
  return true;
}

function faceOf(stepRuns: readonly StepRun[]): FaceTemplate | undefined {
  return stepRuns.flatMap((run) => run.outcome?.traits.face ?? [])[0];
}
