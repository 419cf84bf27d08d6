import { identitySchema } from '../../contract/identity.ts';
import type { Identity } from '../../domain/verifications/identity.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { isVerdict } from '../../domain/verifications/verification-status.ts';
import type { Flows } from '../flows/load-flow.ts';
import { storedRecordOf } from './reverifiable-by.ts';
import { readVerificationRecord, verificationSummaryOf, type SummarisedVerification } from './verification-record.ts';

/** How many attempts an identity's record lists. */
export const listedVerifications = 20;

/**
 * Writes the answer of the identity lookup again, ready to send. A use case that changes the identity or the status of one of its
 * verifications does this in the same transaction, so that the stored answer is never behind the facts.
 */
export async function refreshIdentityRecord(tx: Repositories, identityId: string, flows: Flows): Promise<void> {
  const identity = await tx.identities.lock(identityId);
  const spoken = await tx.verifications.listSpeaking(identityId, listedVerifications);
  const silent = await tx.verifications.listSilent(identityId, listedVerifications);
  const latest = spoken.find(({ status }) => isVerdict(status));
  const latestRecord = latest ? await readVerificationRecord(tx, flows, latest) : null;
  await tx.identities.storeRecord(identityId, identityRecordJson({ identity, spoken, silent, latestRecord }));
}

/**
 * The answer of the identity lookup. `spoken`: attempts that speak for the identity, newest first; `silent`: the others;
 * `latestRecord`: of the newest that speaks and has a verdict.
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
  // What strangers have under way does not hide what the backend has.
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

/** The stored answer with other tags. Null for one from a time before there were tags: its record is to be composed again. */
export function withTags(
  recordJson: string,
  { tags, updatedAt }: { tags: readonly string[]; updatedAt: Date },
): string | null {
  const record: unknown = JSON.parse(recordJson);
  if (typeof record !== 'object' || record === null || !('tags' in record)) return null;
  // What is replaced keeps its place: the end of the text says which state the flows are asked about.
  return JSON.stringify({ ...record, tags, updatedAt: updatedAt.toISOString() });
}
