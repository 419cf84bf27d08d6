import type { KMSClient } from '@aws-sdk/client-kms';
import { ProviderAway } from '../../domain/ports/provider-away.ts';
import { isOutageOfAws } from '../network/is-outage-of-aws.ts';
import type { RootKey } from '../../domain/ports/root-key.ts';

export interface KmsSettings {
  keyId: string;
  region: string;
  /** Null is Amazon's own. */
  endpoint: string | null;
  /** Null: whatever the machine itself was given (a role, a profile). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Stands before what AWS KMS wrapped: a key of the environment begins what it seals with 1. */
export const kmsFormat = 2;

/**
 * The root key in AWS KMS, which it never leaves. The context goes along as encryption context: KMS refuses to unwrap under
 * another one, and writes it into CloudTrail. Asked once a client and process, since clients' keys are remembered.
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

/** What KMS says of a key or a ciphertext is an answer. Without one, and when it is busy or broken, it is away. */
function rethrow(error: unknown): never {
  throw isOutageOfAws(error) ? new ProviderAway('AWS KMS', { cause: error }) : error;
}
