import { createCipheriv, createDecipheriv, type CipherGCM, type DecipherGCM } from 'node:crypto';
import { newRandomBytes } from './random-bytes.ts';

/**
 * AES-256-GCM encryption of values at rest. A sealed value is `format (1 byte) | nonce (12) | ciphertext | tag (16)`. Associated data
 * (client, kind of object, object, field) binds every value to its place: a ciphertext that is copied to another row, column or client does
 * not decrypt there.
 */
const sealedFormat = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + nonceBytes;

export const keyBytes = 32;

/** Bytes that sealing adds to a value. */
export const sealingOverheadBytes = headerBytes + tagBytes;

/** The place of a sealed value. */
export interface SealedPlace {
  clientId: string;
  object: string;
  id: string;
  field: string;
}

/** A sealed value that does not decrypt: wrong key, wrong place or altered bytes. Names the kind of place, never the content. */
export class SealBroken extends Error {
  constructor(place: Pick<SealedPlace, 'object' | 'field'>) {
    super(`sealed ${place.object}.${place.field} does not open`);
    this.name = 'SealBroken';
  }
}

export function newKey(): Buffer {
  return newRandomBytes(keyBytes);
}

export function seal(key: Buffer, plaintext: Uint8Array, place: SealedPlace): Buffer {
  const { header, cipher } = startSealing(key, place);
  return Buffer.concat([header, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** @throws SealBroken */
export function open(key: Buffer, sealed: Uint8Array, place: SealedPlace): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < sealingOverheadBytes || bytes[0] !== sealedFormat) throw new SealBroken(place);
  const decipher = startOpening(key, bytes.subarray(1, headerBytes), place);
  decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes));
  const plaintext = decipher.update(bytes.subarray(headerBytes, bytes.length - tagBytes));
  try {
    decipher.final();
  } catch {
    throw new SealBroken(place);
  }
  return plaintext;
}

export function sealJson(key: Buffer, value: unknown, place: SealedPlace): Buffer {
  return seal(key, Buffer.from(JSON.stringify(value), 'utf8'), place);
}

/** @throws SealBroken. The caller asserts the value's shape, which was validated when it was written. */
export function openJson(key: Buffer, sealed: Uint8Array, place: SealedPlace): unknown {
  return JSON.parse(open(key, sealed, place).toString('utf8'));
}

/** Encrypts a stream chunk by chunk: first `header`, then the cipher's output, then its tag (`cipher.getAuthTag()`). */
export function startSealing(key: Buffer, place: SealedPlace): { header: Buffer; cipher: CipherGCM } {
  const nonce = newRandomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(associatedData(place));
  return { header: Buffer.concat([Buffer.of(sealedFormat), nonce]), cipher };
}

function startOpening(key: Buffer, nonce: Buffer, place: SealedPlace): DecipherGCM {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(associatedData(place));
  return decipher;
}

function associatedData(place: SealedPlace): Buffer {
  return Buffer.from(`${place.clientId}/${place.object}/${place.id}/${place.field}`, 'utf8');
}
