import { identitySchema } from '../contract/identity.ts';
import type { Identity } from '../domain/identity.ts';
import type { Repositories } from '../domain/repositories/repositories.ts';
import { isVerdict } from '../domain/verification-status.ts';
import type { Flows } from './load-flow.ts';
import { storedRecordOf } from './reverifiable-by.ts';
import { readVerificationRecord, verificationSummaryOf, type SummarisedVerification } from './verification-record.ts';

/** How many attempts an identity's record lists. */
export const listedVerifications = 20;

/**
 * Writes the answer of the identity lookup anew, ready to send. Whoever changes the identity or the status of one of its
 * verifications does this in the same transaction, so that the stored answer is never behind the facts.
 */
export async function refreshIdentityRecord(tx: Repositories, identityId: string, flows: Flows): Promise<void> {
  const identity = await tx.identities.lock(identityId);
  const verifications = await tx.verifications.listOfIdentity(identityId, listedVerifications);
  const latest = verifications.find(({ status }) => isVerdict(status));
  const latestRecord = latest ? await readVerificationRecord(tx, flows, latest) : null;
  await tx.identities.storeRecord(identityId, identityRecordJson({ identity, verifications, latestRecord }));
}

/** The answer of the identity lookup. `verifications`: newest first; `latestRecord`: of the newest with a verdict. */
export function identityRecordJson({
  identity,
  verifications,
  latestRecord,
}: {
  identity: Omit<Identity, 'clientId'>;
  verifications: readonly SummarisedVerification[];
  latestRecord: unknown;
}): string {
  const active = verifications.find(({ status }) => status === 'pending' || status === 'running');
  const record = identitySchema.parse({
    id: identity.id,
    status: identity.status,
    reverifiableBy: [],
    activeVerification: active ? verificationSummaryOf(active) : null,
    tags: identity.tags,
    createdAt: identity.createdAt.toISOString(),
    updatedAt: identity.updatedAt.toISOString(),
    data: identity.data,
    latestVerification: latestRecord,
    verifications: verifications.map(verificationSummaryOf),
  });
  const running = verifications.some(({ status }) => status === 'running');
  return storedRecordOf(record, { status: identity.status, running });
}
