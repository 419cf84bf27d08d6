import { hash } from 'node:crypto';
import { newRandomBytes } from './random-bytes.ts';

const secretBytes = 32;

/** Kinds of bearer secret. The prefix tells people and secret scanners what they have found. */
const prefixes = {
  session: 'vfs',
  client: 'vfc',
  handOver: 'vfh',
  watch: 'vfw',
  setUp: 'vfs_setup',
  operator: 'vfo',
  providerSignIn: 'vfp',
  invitation: 'vfi',
  liveApi: 'vfy_live',
  testApi: 'vfy_test',
} as const;
export type SecretTokenKind = keyof typeof prefixes;

/** A new opaque bearer token of 256 random bits. Only its hash is stored. */
export function newSecretToken(kind: SecretTokenKind): string {
  return `${prefixes[kind]}_${newRandomBytes(secretBytes).toString('base64url')}`;
}

/** SHA-256. The token itself has the entropy, so no slow hash is needed; the index lookup by hash gives constant time. */
export function hashSecretToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
