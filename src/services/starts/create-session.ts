import { newId } from '../../domain/id.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';
import type { Device, Metadata, Verification } from '../../domain/verifications/verification.ts';
import type { Language } from '../../domain/language.ts';
import type { Flow } from '../flows/load-flow.ts';
import { sessionHours } from './start-request.ts';

/**
 * Gives a device a session on an existing verification: a token that is returned once and stored as a hash. Returns the verification's
 * current state.
 */
export async function createSession(
  tx: Pick<Repositories, 'sessions' | 'verifications'>,
  verificationId: string,
): Promise<{ sessionToken: string; verification: Verification }> {
  const sessionToken = newSecretToken('session');
  const tokenHash = hashSecretToken(sessionToken);
  await tx.sessions.create({ id: newId('session'), verificationId, tokenHash, ttlHours: sessionHours });
  return { sessionToken, verification: await tx.verifications.get(verificationId) };
}

/** The first device on a verification that was prepared without one counts as progress. */
export async function attachDevice(
  tx: Pick<Repositories, 'verifications'>,
  verificationId: string,
  { flow, ...arrival }: { flow: Flow; language: Language; deviceMetadata: Metadata | null; device: Device },
): Promise<void> {
  await tx.verifications.attach(verificationId, arrival);
  await tx.verifications.extend(verificationId, flow.document.sessionTtlMinutes);
}
