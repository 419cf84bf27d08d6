import { newId } from '../../domain/id.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import type { Device, Metadata, Verification } from '../../domain/verifications/verification.ts';
import type { Language } from '../../domain/language.ts';
import type { Flow } from '../flows/load-flow.ts';
import { sessionHours } from './start-request.ts';

/**
 * Gives a device the right to act on a verification that is there: a token that is answered once and stored as a hash. Answers
 * the verification as it is then.
 */
export async function takeSession(
  tx: Pick<Repositories, 'sessions' | 'verifications'>,
  verificationId: string,
): Promise<{ sessionToken: string; verification: Verification }> {
  const sessionToken = newSecretToken('session');
  const tokenHash = hashSecretToken(sessionToken);
  await tx.sessions.create({ id: newId('session'), verificationId, tokenHash, ttlHours: sessionHours });
  return { sessionToken, verification: await tx.verifications.get(verificationId) };
}

/** A device comes to a verification that was begun without it, which counts as progress. */
export async function attachDevice(
  tx: Pick<Repositories, 'verifications'>,
  verificationId: string,
  { flow, ...arrival }: { flow: Flow; language: Language; deviceMetadata: Metadata | null; device: Device },
): Promise<void> {
  await tx.verifications.attach(verificationId, arrival);
  await tx.verifications.extend(verificationId, flow.document.sessionTtlMinutes);
}
