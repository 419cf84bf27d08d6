import type { IdentityData } from '../../domain/verifications/identity.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';
import { mayReverify } from './may-reverify.ts';

/**
 * Of the attempts that these values came from, those whose values an attempt of `flow` does not replace: its evidence is weaker or cannot
 * be ranked.
 */
export async function listProtected(
  tx: Repositories,
  flows: Flows,
  { clientId, flow, data }: Pick<Verification, 'clientId'> & { flow: Flow; data: IdentityData },
): Promise<Set<string>> {
  const sources = new Set(Object.values(data).map(({ verificationId }) => verificationId));
  const kept = new Set<string>();
  for (const verificationId of sources) {
    const source = await tx.verifications.find(clientId, verificationId);
    if (source === null) continue;
    if (!mayReverify(flow, await flows.getVersion(source.flowVersionId, tx))) kept.add(verificationId);
  }
  return kept;
}
