import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { StoredResult } from '../../domain/verifications/evaluation.ts';
import type { StepOutcome, StepRun } from '../../domain/verifications/step-run.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { searchedDocumentOf } from '../../steps/document/checks/duplicate-document.ts';
import { stepRegistry } from '../../steps/registry.ts';
import type { Flow } from '../flows/load-flow.ts';
import { finishedStepsOf } from './conclude-steps.ts';
import { isLasting } from './earlier-findings.ts';

/**
 * Keeps the hashes of documents on which an attempt without a verdict found a sign of forgery, or another lasting finding. Otherwise a person
 * who leaves such an attempt could show the same document again as a new identity, without a trace. Documents of other attempts are not
 * kept: honest people leave attempts, too, and begin again. Part of the transaction that ends the attempt.
 */
export async function keepForgedDocuments(tx: Repositories, verification: Verification, flow: Flow): Promise<void> {
  const runs = await tx.stepRuns.list(verification.id);
  for (const run of runs.filter(({ type }) => type === 'document')) {
    const outcomes = await judgedOutcomesOf(tx, run, { verification, flow, runs });
    if (!outcomes.some(({ checks }) => checks.some(isLasting))) continue;
    for (const { traits } of outcomes) {
      const document = searchedDocumentOf(traits);
      if (document !== null) await tx.blindIndexes.keepDocument(verification, document);
    }
  }
}

/** Of every attempt at the step that was judged, whether or not the person finished the step. */
async function judgedOutcomesOf(
  tx: Pick<Repositories, 'stepRuns'>,
  run: StepRun,
  { verification, flow, runs }: { verification: Verification; flow: Flow; runs: readonly StepRun[] },
): Promise<StepOutcome[]> {
  const outcomes = run.outcome === null ? [] : [run.outcome];
  const config = flow.document.steps.find(({ id }) => id === run.stepId)?.config;
  const [at, earlier] = [verification.createdAt, finishedStepsOf(flow, runs)];
  for (let attempt = 1; attempt < run.attempt; attempt += 1) {
    const { input, result } = await tx.stepRuns.getAttempt(run.id, attempt);
    const stored = result as StoredResult; // As this service stored it.
    outcomes.push(stepRegistry[run.type].evaluate({ config, input, stored, at, earlier }).outcome);
  }
  return outcomes;
}
