import type { Schemas } from '../api/schema.ts';

type File = NonNullable<Schemas['DocumentResult']['files']>[number];

/** What a reviewer may rely on: a number of signatures alone says nothing about who signed, or what. */
export function signatureText({ signatures, signature }: Pick<File, 'signatures' | 'signature'>): string {
  if (signature == null) return signatures === 0 ? 'none' : `${signatures}, not verified`;
  const { state, issuer } = signature;
  if (state === 'valid') return `${signatures}, valid: ${issuer ?? 'a known issuer'} signed the whole file`;
  return state === 'invalid' ? `${signatures}, invalid` : `${signatures}, could not be verified`;
}
