/** The key above all keys: an environment key by default, a cloud KMS otherwise. Its own bytes never leave it. */
export interface RootKey {
  /** `context` is bound to the wrapped key: unwrapping with another one fails. */
  wrap(key: Buffer, context: string): Promise<Buffer>;
  unwrap(wrapped: Uint8Array, context: string): Promise<Buffer>;
}
