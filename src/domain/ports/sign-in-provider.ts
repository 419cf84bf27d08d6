import type { ProviderClaims } from '../operators/single-sign-on.ts';

/** Secrets of one sign-in at the provider. */
export interface ProviderExchange {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Another service that signs operators in, by OpenID Connect. */
export interface SignInProvider {
  /** What people call it. */
  name: string;
  /** Where the browser goes to sign in. @throws ProviderAway */
  addressFor(exchange: ProviderExchange, redirectUrl: URL): Promise<URL>;
  /**
   * Who has signed in, from the address to which the provider sent the browser back. Null when anything in it, or in the
   * tokens, is not as it must be. @throws ProviderAway
   */
  readClaims(exchange: ProviderExchange, callbackUrl: URL): Promise<ProviderClaims | null>;
}
