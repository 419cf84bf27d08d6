/** A public key of a client as a JWK. RSA-OAEP-256 or ECDH-ES; never with a private member. */
export type PublicKey =
  | { kty: 'RSA'; alg: 'RSA-OAEP-256'; kid?: string | undefined; n: string; e: string }
  | { kty: 'EC'; alg: 'ECDH-ES'; kid?: string | undefined; crv: 'P-256' | 'P-384' | 'P-521'; x: string; y: string };

/** The key to which records are encrypted, chosen at the start of a verification. */
export interface EncryptionConfiguration {
  id: string;
  clientId: string;
  name: string;
  publicKey: PublicKey;
  createdAt: Date;
}

/** The smallest accepted RSA modulus in bits (NIST SP 800-131A disallows fewer). */
export const leastModulusBits = 2048;

/** Whether an RSA key is unsafe for encryption: too short, or with an exponent that does not hide the message. */
export function isWeakKey(key: PublicKey): boolean {
  if (key.kty !== 'RSA') return false;
  const modulus = Buffer.from(key.n, 'base64url');
  const exponent = Buffer.from(key.e, 'base64url');
  const lastByte = exponent.at(-1) ?? 0;
  return bitsOf(modulus) < leastModulusBits || bitsOf(exponent) < 2 || lastByte % 2 === 0;
}

function bitsOf(value: Buffer): number {
  const first = value.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (value.length - first - 1) * 8 + (32 - Math.clz32(value[first] ?? 0));
}
