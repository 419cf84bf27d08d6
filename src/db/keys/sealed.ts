import { openJson, sealJson, type SealedPlace } from '../../domain/encryption/encryption.ts';

/** Prisma requires byte columns as plain arrays with their own memory. */
export function bytes(value: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(value);
}

export function sealedJson(key: Buffer, value: unknown, place: SealedPlace): Uint8Array<ArrayBuffer> {
  return bytes(sealJson(key, value, place));
}

/** `null` stays null: nothing was stored. */
export function openedJson(key: Buffer, sealed: Uint8Array | null, place: SealedPlace): unknown {
  return sealed === null ? null : openJson(key, sealed, place);
}
