import { randomBytes } from 'node:crypto';
import { builtInMatchCalibrations } from '../../src/domain/faces/built-in-match-calibrations.ts';
import type { Check, CheckOutcome } from '../../src/domain/verifications/check.ts';
import type { StepRun } from '../../src/domain/verifications/step-run.ts';
import type { Facts } from '../../src/domain/verifications/identity.ts';
import type { ReasonCode } from '../../src/domain/faults/reason-codes.ts';
import type { FaceTemplate, Traits } from '../../src/domain/traits.ts';
import { advanceVerification } from '../../src/services/verifications/advance-verification.ts';
import { refreshIdentityRecord } from '../../src/services/verifications/refresh-identity-record.ts';
import { stepRegistry } from '../../src/steps/registry.ts';
import type { Stack } from './stack.ts';

export interface FoundInStep {
  checks: Check[];
  traits?: Traits;
  facts?: Facts;
}

export function check(id: string, outcome: CheckOutcome = 'passed', code: ReasonCode | null = null): Check {
  return { id, outcome, code: outcome === 'passed' ? null : (code ?? 'check.broken'), data: null, durationMs: 0 };
}

/** Adds a pass for each check that every result of the step has and that the caller did not name. */
function withPassed(run: StepRun, checks: readonly Check[]): Check[] {
  const always = Object.entries(stepRegistry[run.type].schema.checks).filter(([, schema]) => schema.always === true);
  const others = always.filter(([id]) => !checks.some((one) => one.id === id)).map(([id]) => check(id));
  return [...checks, ...others];
}

/** Ends every step of an attempt with what a worker would have found, and lets the service decide as always. */
export async function conclude(
  { container }: Pick<Stack, 'container'>,
  verificationId: string,
  found: Readonly<Record<string, FoundInStep>>,
  /** What happens elsewhere after the transaction has begun. */
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { db, flows, clock, engineVersion } = container;
  await db.transaction(async (tx) => {
    const verification = await tx.verifications.lock(verificationId);
    const flow = await flows.getVersion(verification.flowVersionId, tx);
    await meanwhile();
    for (const run of await tx.stepRuns.list(verificationId)) {
      const step = found[run.stepId];
      const { traits = {}, facts = {} } = step ?? {};
      const checks = step === undefined ? [] : withPassed(run, step.checks);
      await tx.stepRuns.simulate(run, { record: null, checks, facts, traits, models: [] }, clock.now());
    }
    await advanceVerification(tx, { verification, flow, flows, clock, engineVersion });
    await refreshIdentityRecord(tx, verification.identityId, flows);
  });
}

/** A model with known limits: MobileFaceNet. */
const measuredModel = builtInMatchCalibrations[0]?.model.sha256 ?? '';

/** A person of whom every photograph is another picture of the same face. */
export function madeUpFace(seed: number): { photograph(): FaceTemplate } {
  const dimensions = 128;
  let photographs = 0;
  return {
    photograph() {
      photographs += 1;
      const embedding = Buffer.alloc(dimensions * 4);
      // Photographs of one person are 0.1 apart or less, people 1.4.
      for (let index = 0; index < dimensions; index += 1) embedding.writeFloatLE(index === seed ? 1 : 0, index * 4);
      embedding.writeFloatLE(0.1 * (photographs % 2), 127 * 4);
      return {
        embedding: embedding.toString('base64'),
        modelSha256: measuredModel,
        pictureSha256: randomBytes(32).toString('hex'),
        appearance: randomBytes(900).toString('base64'),
      };
    },
  };
}
