import { factNames, type IdentityData } from '../../domain/verifications/identity.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { Verification } from '../../domain/verifications/verification.ts';

/**
 * The newest verified value of each kind; within one verification an earlier step's value stands, except that a letter supplies nothing but
 * an address where an identity document supplies the rest: letters shorten names, and anyone can write one. Values of the attempts in `kept`
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
  for (const name of factNames) {
    const isKept = kept.has(known[name]?.verificationId ?? '');
    const fact = (name === 'address' ? stepRuns : lettersLast(stepRuns)).flatMap(
      ({ outcome }) => outcome?.facts[name] ?? [],
    )[0];
    if (fact !== undefined && !isKept) fresh[name] = { ...fact, verificationId };
  }
  return { ...known, ...fresh };
}

function lettersLast(stepRuns: readonly StepRun[]): StepRun[] {
  const isLetter = ({ outcome }: StepRun) => outcome?.traits.documentType === 'proof-of-residency';
  return [...stepRuns.filter((run) => !isLetter(run)), ...stepRuns.filter(isLetter)];
}
