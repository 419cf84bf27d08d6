import { identitySchema } from '../../contract/identity.ts';
import type { Identity } from '../../domain/verifications/identity.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { storedRecordOf } from './reverifiable-by.ts';
import { readVerificationRecord, verificationSummaryOf, type SummarisedVerification } from './verification-record.ts';

/** How many attempts an identity's record lists. */
export const listedVerifications = 20;

/**
 * Composes the response of the identity lookup again and stores it, ready to send. A use case that changes the identity, or the status of
 * one of its verifications, calls this in the same transaction, so that the stored response is never out of date.
 */
export async function refreshIdentityRecord(tx: Repositories, identityId: string, flows: Flows): Promise<void> {
  const identity = await tx.identities.lock(identityId);
  const spoken = await tx.verifications.listSpeaking(identityId, listedVerifications);
  const silent = await tx.verifications.listSilent(identityId, listedVerifications);
  const [latest] = await tx.verifications.listDecided(identityId, 1);
  const latestRecord = latest ? await readVerificationRecord(tx, flows, latest) : null;
  await tx.identities.storeRecord(identityId, identityRecordJson({ identity, spoken, silent, latestRecord }));
}

/**
 * The response of the identity lookup. `spoken`: attempts that speak for the identity, newest first; `silent`: the others; `latestRecord`:
 * the record of the attempt that speaks and was the last one to get a verdict.
 */
export function identityRecordJson({
  identity,
  spoken,
  silent,
  latestRecord,
}: {
  identity: Omit<Identity, 'clientId'>;
  spoken: readonly SummarisedVerification[];
  silent: readonly SummarisedVerification[];
  latestRecord: unknown;
}): string {
  // Attempts that strangers have started do not hide those that the backend has started.
  const active = [...spoken, ...silent].find(({ status }) => status === 'pending' || status === 'running');
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
    verifications: spoken.map(verificationSummaryOf),
    silentVerifications: silent.map(verificationSummaryOf),
  });
  const running = spoken.some(({ status }) => status === 'running');
  return storedRecordOf(record, { status: identity.status, running });
}

/** The stored response with other tags. Null for a response from before tags existed, which must be composed again. */
export function withTags(
  recordJson: string,
  { tags, updatedAt }: { tags: readonly string[]; updatedAt: Date },
): string | null {
  const record: unknown = JSON.parse(recordJson);
  if (typeof record !== 'object' || record === null || !('tags' in record)) return null;
  // A replaced value keeps its position, because the end of the text names the state that decides the flows.
  return JSON.stringify({ ...record, tags, updatedAt: updatedAt.toISOString() });
}
