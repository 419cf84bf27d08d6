import { CompactEncrypt, importJWK } from 'jose';
import {
  isWeakKey,
  type EncryptionConfiguration,
  type PublicKey,
} from '../../domain/encryption/encryption-configuration.ts';

type Addressee = Pick<EncryptionConfiguration, 'id' | 'publicKey'>;

/**
 * A compact JWE (RFC 7516) that only the holder of the private key can open: RSA-OAEP-256 or ECDH-ES, A256GCM. `kid` is the key's `kid`, or
 * else the configuration's id.
 */
export async function encryptTo(
  { id, publicKey }: Addressee,
  content: Uint8Array,
  contentType: string,
): Promise<string> {
  const { alg, kid = id, ...key } = publicKey;
  return new CompactEncrypt(content)
    .setProtectedHeader({ alg, enc: 'A256GCM', kid, cty: contentType })
    .encrypt(await importJWK(key, alg));
}

/** Whether the service accepts this key for encryption. A point that is not on its curve is not a key. */
export async function isUsableKey(publicKey: PublicKey): Promise<boolean> {
  if (isWeakKey(publicKey)) return false;
  try {
    await encryptTo({ id: 'trial', publicKey }, Buffer.from('trial'), 'text/plain');
    return true;
  } catch {
    return false;
  }
}
