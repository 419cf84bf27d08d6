import type { Configuration } from 'openid-client';
import type { Logger } from 'pino';
import { ProviderAway } from '../../domain/ports/provider-away.ts';
import type { SignInProvider } from '../../domain/ports/sign-in-provider.ts';

export interface OpenidProviderSettings {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
}

/** The time limit of one request to the provider. */
const timeoutSeconds = 8;
/** The allowed difference between its clock and ours. */
const clockToleranceSeconds = 30;
/** After this time its addresses and keys are fetched again. */
const knownForMs = 3_600_000;

/** Loaded with the first sign-in: an installation without a provider never needs it. */
const loadOpenid = () => import('openid-client');

/**
 * An OpenID provider: code flow with PKCE, state and nonce. The provider's addresses are fetched with the first sign-in, so that the
 * service starts while the provider is unavailable. Id tokens are verified by their signature, even though they arrive over TLS.
 */
export function createOpenidProvider(
  { name, issuer, clientId, clientSecret, scopes }: OpenidProviderSettings,
  log: Pick<Logger, 'warn'>,
): SignInProvider {
  let known: { configuration: Configuration; until: number } | null = null;

  async function discover(): Promise<Configuration> {
    if (known !== null && known.until > Date.now()) return known.configuration;
    const openid = await loadOpenid();
    const configuration = await openid.discovery(
      new URL(issuer),
      clientId,
      { [openid.clockTolerance]: clockToleranceSeconds },
      openid.ClientSecretBasic(clientSecret),
      {
        timeout: timeoutSeconds,
        execute: [openid.enableNonRepudiationChecks],
      },
    );
    known = { configuration, until: Date.now() + knownForMs };
    return configuration;
  }

  /** If the provider's own description is invalid, nobody can sign in until it is fixed. @throws ProviderAway */
  async function reach(): Promise<Configuration> {
    try {
      return await discover();
    } catch (error) {
      log.warn({ fault: wordsOf(error) }, 'the sign-in provider cannot be used');
      throw new ProviderAway('the sign-in provider', { cause: error });
    }
  }

  return {
    name,

    async addressFor({ state, nonce, codeVerifier }, redirectUrl) {
      const configuration = await reach();
      const openid = await loadOpenid();
      return openid.buildAuthorizationUrl(configuration, {
        response_type: 'code',
        redirect_uri: redirectUrl.href,
        scope: scopes,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },

    async readClaims({ state, nonce, codeVerifier }, callbackUrl) {
      const configuration = await reach();
      const openid = await loadOpenid();
      try {
        const tokens = await openid.authorizationCodeGrant(configuration, callbackUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const idToken = tokens.claims();
        if (idToken === undefined) return null;
        const asks = configuration.serverMetadata().userinfo_endpoint !== undefined;
        const more = asks ? await openid.fetchUserInfo(configuration, tokens.access_token, idToken.sub) : {};
        // Signed values take precedence.
        return { issuer: idToken.iss, subject: idToken.sub, claims: { ...more, ...idToken } };
      } catch (error) {
        log.warn({ fault: wordsOf(error) }, 'a sign-in at the provider was not accepted');
        if (isAway(error)) throw new ProviderAway('the sign-in provider', { cause: error });
        return null;
      }
    },
  };
}

/** The code of an error. Messages and causes may quote tokens and codes. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, error: answered } = error as { code?: unknown; error?: unknown };
  return [error.name, code, answered]
    .filter((word) => typeof word === 'string')
    .join(' ')
    .slice(0, 200);
}

function isAway(error: unknown): boolean {
  if (error instanceof TypeError) return true; // The error that fetch throws without a response.
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === 'OAUTH_TIMEOUT') return true;
  return error.cause instanceof Response && error.cause.status >= 500;
}
