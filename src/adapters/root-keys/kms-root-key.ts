import type { KMSClient } from '@aws-sdk/client-kms';
import { ProviderAway } from '../../domain/ports/provider-away.ts';
import { isOutageOfAws } from '../network/is-outage-of-aws.ts';
import type { RootKey } from '../../domain/ports/root-key.ts';

export interface KmsSettings {
  keyId: string;
  region: string;
  /** Null: Amazon's own address. */
  endpoint: string | null;
  /** Null: the machine's own credentials (a role, a profile). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** The first byte of keys wrapped by AWS KMS; those wrapped by an environment key start with 1. */
export const kmsFormat = 2;

/**
 * The root key in AWS KMS, which it never leaves. The context is passed as encryption context: KMS refuses to unwrap with a different one,
 * and writes it to CloudTrail. Called once per client and process, because clients' keys are cached.
 */
export function createKmsRootKey({ keyId, region, endpoint, credentials }: KmsSettings): RootKey {
  let opening: Promise<KMSClient> | null = null;
  const client = () =>
    (opening ??= import('@aws-sdk/client-kms').then(
      (kms) =>
        new kms.KMSClient({
          region,
          ...(endpoint !== null && { endpoint }),
          ...(credentials !== null && { credentials }),
          requestHandler: { connectionTimeout: 3_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
        }),
    ));
  return {
    async wrap(key, context) {
      const { EncryptCommand } = await import('@aws-sdk/client-kms');
      const command = new EncryptCommand({ KeyId: keyId, Plaintext: key, EncryptionContext: { context } });
      const { CiphertextBlob } = await (await client()).send(command).catch(rethrow);
      if (CiphertextBlob === undefined) throw new Error('AWS KMS answered without a ciphertext');
      return Buffer.concat([Buffer.of(kmsFormat), CiphertextBlob]);
    },
    async unwrap(wrapped, context) {
      if (wrapped[0] !== kmsFormat) throw new Error('not wrapped by AWS KMS');
      const { DecryptCommand } = await import('@aws-sdk/client-kms');
      const command = new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: wrapped.subarray(1),
        EncryptionContext: { context },
      });
      const { Plaintext } = await (await client()).send(command).catch(rethrow);
      if (Plaintext === undefined) throw new Error('AWS KMS answered without a key');
      return Buffer.from(Plaintext);
    },
  };
}

/** KMS's statement about a key or a ciphertext is an answer. Without one, and when it is busy or broken, KMS is unavailable. */
function rethrow(error: unknown): never {
  throw isOutageOfAws(error) ? new ProviderAway('AWS KMS', { cause: error }) : error;
}
