import { createHash, createHmac, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeLocalCertificate } from './certificate.ts';

export const clientId = 'verify';
export const clientSecret = 'a-secret-of-the-test';

/** How a response differs from a correct one. */
export interface Tampering {
  claims?: Record<string, unknown>;
  /** `stranger`: another key under the same id. `none`: no signature. `secret`: an HMAC by our client's secret. */
  signature?: 'stranger' | 'none' | 'secret';
  /** Of the authorization response. Null: none. */
  iss?: string | null;
  /** Of the token endpoint. */
  status?: number;
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/**
 * An OpenID provider that answers what a test sets, and follows the protocol unless the test says otherwise. It shows no
 * page: a test asks it for the address to which it would send the browser back.
 */
export async function startOpenidIssuer() {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { challenge: string; redirectUri: string; idToken: string; status: number }>();
  let away = false;

  const certificate = makeLocalCertificate();
  const server = createServer(certificate, (request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (away) {
      send(503, {});
      return;
    }
    if (request.url === '/.well-known/openid-configuration') {
      send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        authorization_response_iss_parameter_supported: true,
      });
      return;
    }
    if (request.url === '/jwks') {
      send(200, {
        keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      });
      return;
    }
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const form = new URLSearchParams(text);
      const code = form.get('code') ?? '';
      const known = codes.get(code);
      codes.delete(code);
      const right =
        known?.challenge === s256(form.get('code_verifier') ?? '') && known.redirectUri === form.get('redirect_uri');
      if (!right) send(400, { error: 'invalid_grant' });
      else send(known.status, { access_token: randomUUID(), token_type: 'Bearer', id_token: known.idToken });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function idTokenOf(claims: Record<string, unknown>, signature: Tampering['signature']): string {
    const alg = signature === 'none' ? 'none' : signature === 'secret' ? 'HS256' : 'RS256';
    const signed = `${encode({ alg, kid: 'one' })}.${encode(claims)}`;
    const by = (signer: KeyObject) => sign('sha256', Buffer.from(signed), signer).toString('base64url');
    if (signature === 'none') return `${signed}.`;
    if (signature === 'secret')
      return `${signed}.${createHmac('sha256', clientSecret).update(signed).digest('base64url')}`;
    return `${signed}.${by(signature === 'stranger' ? stranger.privateKey : key.privateKey)}`;
  }

  return {
    issuer,
    setAway: (next: boolean) => {
      away = next;
    },

    /** The query with which the browser comes back after the person has signed in. */
    answerTo(authorization: URL, person: Record<string, unknown>, tampering: Tampering = {}): string {
      const asked = authorization.searchParams;
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce: asked.get('nonce'), ...person };
      const code = randomUUID();
      codes.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
        idToken: idTokenOf({ ...claims, ...tampering.claims }, tampering.signature),
        status: tampering.status ?? 200,
      });
      const iss = tampering.iss === undefined ? issuer : tampering.iss;
      const query = new URLSearchParams({ code, state: asked.get('state') ?? '', ...(iss !== null && { iss }) });
      return `?${query.toString()}`;
    },

    async close() {
      await certificate.distrust();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type OpenidIssuer = Awaited<ReturnType<typeof startOpenidIssuer>>;

/** The settings of an installation that signs in at the issuer. */
export const openidSettings = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: 'Example Identity',
  OIDC_ROLES: 'verify-owners=owner,verify-admins=admin,verify-staff=reviewer',
});
