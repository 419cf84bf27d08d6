import { open, seal, type SealedPlace } from '../../domain/encryption/encryption.ts';
import type { RootKey } from '../../domain/ports/root-key.ts';

/** The root key in the process's memory, from the environment. */
export function createEnvRootKey(key: Buffer): RootKey {
  const place = (context: string): SealedPlace => ({ clientId: '', object: 'rootKey', id: context, field: 'key' });
  return {
    wrap: (inner, context) => Promise.resolve(seal(key, inner, place(context))),
    // Asynchronous on purpose: a decryption failure must arrive as a rejection, as it would from a network service.
    unwrap: async (wrapped, context) => Promise.resolve().then(() => open(key, wrapped, place(context))),
  };
}
