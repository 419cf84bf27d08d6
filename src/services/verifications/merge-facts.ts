import { factNames, type IdentityData } from '../../domain/verifications/identity.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { Verification } from '../../domain/verifications/verification.ts';

/**
 * The newest verified value of each kind; within one verification an earlier step's value stands. Values of the attempts in `kept`
 * are not replaced. An encrypted verification contributes nothing: its values are for the holder of the private key alone.
 */
export function mergeFacts(
  known: IdentityData,
  stepRuns: readonly StepRun[],
  { id: verificationId, encryptionConfigurationId }: Pick<Verification, 'id' | 'encryptionConfigurationId'>,
  kept: ReadonlySet<string> = new Set(),
): IdentityData {
  if (encryptionConfigurationId !== null) return known;
  const fresh: IdentityData = {};
  for (const run of stepRuns) {
    for (const name of factNames) {
      const fact = run.outcome?.facts[name];
      const isKept = kept.has(known[name]?.verificationId ?? '');
      if (fact && !isKept && !(name in fresh)) fresh[name] = { ...fact, verificationId };
    }
  }
  return { ...known, ...fresh };
}
