import type { RootKey } from '../../domain/ports/root-key.ts';
import { createEnvRootKey } from './env-root-key.ts';
import { createKmsRootKey, type KmsSettings } from './kms-root-key.ts';

export interface RootKeySettings {
  /** The first key wraps, unless there is a KMS; all of them unwrap, so that keys can be rotated. */
  keys: readonly Buffer[];
  kms: KmsSettings | null;
}

/** The root key of the settings, which also unwraps what earlier root keys have wrapped. */
export function openRootKey({ keys, kms }: RootKeySettings): RootKey {
  const all = [...(kms === null ? [] : [createKmsRootKey(kms)]), ...keys.map((key) => createEnvRootKey(key))];
  const [current] = all;
  if (current === undefined) throw new Error('there is no root key');
  return {
    wrap: (key, context) => current.wrap(key, context),
    async unwrap(wrapped, context) {
      let fault: unknown;
      for (const rootKey of all) {
        try {
          return await rootKey.unwrap(wrapped, context);
        } catch (error) {
          // The current key's error counts: the others are only older.
          fault ??= error;
        }
      }
      throw fault;
    },
  };
}
