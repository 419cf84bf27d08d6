import { identitySchema } from '../contract/identity.ts';
import type { Repositories } from '../domain/repositories/repositories.ts';
import { isVerdict } from '../domain/verification-status.ts';
import type { Flows } from './load-flow.ts';
import { storedRecordOf } from './reverifiable-by.ts';
import { readVerificationRecord, verificationSummaryOf } from './verification-record.ts';

/** How many attempts an identity's record lists. */
const listedVerifications = 20;

/**
 * Writes the answer of the identity lookup anew, ready to send. Whoever changes the identity or the status of one of its
 * verifications does this in the same transaction, so that the stored answer is never behind the facts.
 */
export async function refreshIdentityRecord(tx: Repositories, identityId: string, flows: Flows): Promise<void> {
  const identity = await tx.identities.lock(identityId);
  const verifications = await tx.verifications.listOfIdentity(identityId, listedVerifications);
  const active = verifications.find(({ status }) => status === 'pending' || status === 'running');
  const latest = verifications.find(({ status }) => isVerdict(status));
  const record = identitySchema.parse({
    id: identity.id,
    status: identity.status,
    reverifiableBy: [],
    activeVerification: active ? verificationSummaryOf(active) : null,
    tags: [],
    createdAt: identity.createdAt.toISOString(),
    updatedAt: identity.updatedAt.toISOString(),
    data: identity.data,
    latestVerification: latest ? await readVerificationRecord(tx, flows, latest) : null,
    verifications: verifications.map(verificationSummaryOf),
  });
  const running = verifications.some(({ status }) => status === 'running');
  await tx.identities.storeRecord(identityId, storedRecordOf(record, { status: identity.status, running }));
}
