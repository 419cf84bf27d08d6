import type { EncryptionConfiguration } from '../../domain/encryption/encryption-configuration.ts';
import type { PersonBesideRecords } from '../../domain/repositories/export-repository.ts';
import { encryptTo } from '../encryption/encrypt-to.ts';

/** An attempt that is encrypted to the client's key and not sealed yet. Null: the key was removed, so nothing of it leaves the service. */
export type UnsealedKeys = ReadonlyMap<string, EncryptionConfiguration | null>;

/** The consents, contacts and inputs of one attempt, for the holder of the private key. */
export interface EncryptedBeside {
  verificationId: string;
  jwe: string;
}

/** Treats unsealed attempts like sealed ones: their contacts, inputs and addresses are in the JWE alone. */
export async function encryptBesideRecords(
  beside: PersonBesideRecords,
  keys: UnsealedKeys,
): Promise<PersonBesideRecords & { sealed: EncryptedBeside[] }> {
  const isOpen = ({ verificationId }: { verificationId: string }) => !keys.has(verificationId);
  const sealed: EncryptedBeside[] = [];
  for (const [verificationId, key] of keys) {
    if (key === null) continue;
    const isOfAttempt = (row: { verificationId: string }) => row.verificationId === verificationId;
    const consents = beside.consents.filter(isOfAttempt);
    const contacts = beside.contacts.filter(isOfAttempt);
    const inputs = beside.inputs.filter(isOfAttempt);
    const content = Buffer.from(JSON.stringify({ verificationId, consents, contacts, inputs }), 'utf8');
    sealed.push({ verificationId, jwe: await encryptTo(key, content, 'application/json') });
  }
  return {
    ...beside,
    consents: beside.consents.map((consent) => (isOpen(consent) ? consent : { ...consent, address: null })),
    contacts: beside.contacts.filter(isOpen),
    inputs: beside.inputs.map((given) => (isOpen(given) ? given : { ...given, input: null })),
    sealed,
  };
}
