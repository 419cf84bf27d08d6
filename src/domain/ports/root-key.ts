/** The key that encrypts all other keys: an environment key by default, or a cloud KMS. Its bytes never leave it. */
export interface RootKey {
  /** `context` is bound to the wrapped key: unwrapping with a different one fails. */
  wrap(key: Buffer, context: string): Promise<Buffer>;
  unwrap(wrapped: Uint8Array, context: string): Promise<Buffer>;
}
