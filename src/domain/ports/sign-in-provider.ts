import type { ProviderClaims } from '../operators/single-sign-on.ts';

/** The secrets of one sign-in at the provider. */
export interface ProviderExchange {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** An external OpenID Connect provider that signs operators in. */
export interface SignInProvider {
  /** Its display name. */
  name: string;
  /** The address where the browser signs in. @throws ProviderAway */
  addressFor(exchange: ProviderExchange, redirectUrl: URL): Promise<URL>;
  /**
   * The signed-in person, from the address to which the provider redirected the browser. Null when anything in it, or in the tokens, is
   * invalid.
   * @throws ProviderAway
   */
  readClaims(exchange: ProviderExchange, callbackUrl: URL): Promise<ProviderClaims | null>;
}
