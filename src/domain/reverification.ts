import type { Check } from './check.ts';
import type { IdentityStatus } from './identity-status.ts';
import type { Verification } from './verification.ts';

/** How often an identity may be verified again in 24 h by starts that anyone with the public ids can make. */
export const publicStartsPerDay = 10;

/** Whether an identity in this state may be verified again, by the rule of a flow. An attempt that is being judged comes first. */
export function isReverifiable(
  identity: { status: IdentityStatus; running: boolean },
  from: readonly IdentityStatus[],
): boolean {
  return identity.status !== 'deleted' && !identity.running && from.includes(identity.status);
}

/**
 * Whether the verdict of an attempt becomes the identity's. Anyone may know the public ids, so an attempt that was started
 * with them alone speaks for an identity that was there before only when it shows the identity's face; otherwise it fails or
 * succeeds on its own, and a stranger can neither downgrade nor take over anybody.
 */
export function speaksForIdentity(
  attempt: Pick<Verification, 'startedBy' | 'reverifies'>,
  checks: readonly Pick<Check, 'id' | 'outcome'>[],
): boolean {
  if (attempt.startedBy === 'backend' || !attempt.reverifies) return true;
  const comparisons = checks.filter(({ id }) => id === 're-facematch');
  return comparisons.length > 0 && comparisons.every(({ outcome }) => outcome === 'passed');
}
