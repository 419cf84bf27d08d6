import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { makeLocalCertificate } from './certificate.ts';
import { clientId, clientSecret } from './openid-issuer.ts';

export interface PersonAtProvider {
  email: string;
  email_verified: boolean;
  name: string;
  roles: string[];
}

/** The OpenID provider of the package `oidc-provider`, with its pages for signing in. People are known by the name that they type there. */
export async function startLocalProvider(people: Map<string, PersonAtProvider>) {
  const certificate = makeLocalCertificate();
  const server = createServer(certificate);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    /** To be called once the service runs, because its addresses are known only then. */
    register(redirectUris: string[]) {
      const provider = new Provider(issuer, {
        clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
        findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], roles: ['roles'] },
        scopes: ['openid', 'email', 'profile', 'roles'],
        pkce: { required: () => true },
        cookies: { keys: ['keys of the test'] },
      });
      const answer = provider.callback();
      server.on('request', (request, response) => void answer(request, response));
    },
    async close() {
      await certificate.distrust();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
