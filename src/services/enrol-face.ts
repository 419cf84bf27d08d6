import type { Repositories } from '../domain/repositories/repositories.ts';
import type { StepRun } from '../domain/step-run.ts';
import type { Verification } from '../domain/verification.ts';
import { agreedToFaceSearch } from './create-history.ts';
import type { Flow } from './load-flow.ts';

/**
 * Keeps the face of a person who has just been verified, for the next verification of this identity. Only with the consent that
 * came before the picture; part of the deciding transaction.
 */
export async function enrolFace(
  tx: Repositories,
  { verification, flow, stepRuns }: { verification: Verification; flow: Flow; stepRuns: readonly StepRun[] },
): Promise<void> {
  const { consent } = flow.document;
  const template = stepRuns.flatMap((run) => run.outcome?.traits.face ?? [])[0];
  if (template === undefined || consent === null) return;
  if (!(await tx.consents.exists(verification.id, consent.version))) return;
  const searchable = await agreedToFaceSearch(tx, verification, flow);
  await tx.enrolledFaces.enrol(verification, { template, searchable });
}
