import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { identitySchema } from '../../contract/identity.ts';
import { getSessionRoute } from '../../contract/routes/sdk.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Authenticate } from '../authenticate.ts';
import { isAtHome, type KnownHostSettings } from '../known-hosts.ts';

/** The client in test mode that `npm start` created. */
export interface DemoHost {
  clientId: string;
  flows: Readonly<Record<string, string>>;
  apiToken: string;
}

export const demoPath = '/demo';

/** A shorter order number could be guessed. */
const minOrderLength = 32;

/** For everyone else, the demo does not exist. @throws Problem `route.not_found` */
export function refuseStrangersOfDemo(app: FastifyInstance, settings: KnownHostSettings): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const [path = ''] = request.url.split('?');
    const isDemo = path === demoPath || path.startsWith(`${demoPath}/`);
    done(isDemo && !isAtHome(request, settings) ? new Problem('route.not_found') : undefined);
  });
}

/**
 * The backend of the example app at `/demo`: it holds the demo client's token and calls the API as a host's backend does. Only for the
 * client in test mode, and only where `npm start` named its file.
 */
export function registerDemoHost(
  app: FastifyInstance,
  { clientId, flows, apiToken }: DemoHost,
  authenticate: Authenticate,
): void {
  const ask = async (url: string, reply: FastifyReply) => {
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${apiToken}` } });
    return reply
      .code(answer.statusCode)
      .type(answer.headers['content-type']?.toString() ?? 'application/json')
      .header('cache-control', 'no-store')
      .send(answer.rawPayload);
  };
  app.get('/demo/config', (_request, reply) => reply.send({ clientId, flows }));
  // The page draws a secret order number for each visit and sends it with the start. Only that page knows it: the identity's id
  // alone grants no access, and an attempt that somebody else starts for the identity does not speak for it.
  app.get<{ Params: { identityId: string } }>('/demo/identities/:identityId', async ({ params, headers }, reply) => {
    const url = `/v2/identities/${encodeURIComponent(params.identityId)}`;
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${apiToken}` } });
    if (answer.statusCode !== 200) throw new Problem('identity.not_found');
    const { id, status, latestVerification, data } = identitySchema.parse(answer.json());
    void reply.header('cache-control', 'no-store');
    if (latestVerification === null) return { id, status, latestVerification, data: {} };
    if (!isSame(headers['demo-order'], latestVerification.deviceMetadata.order))
      throw new Problem('identity.not_found');
    return { id, status, latestVerification, data };
  });
  // Only the session that requested a code may read it: its token identifies the session.
  app.get('/demo/messages', async (request, reply) => {
    const verificationId = await verificationOf(request);
    return ask(`/v2/test-inbox?limit=1&verificationId=${encodeURIComponent(verificationId)}`, reply);
  });

  /** @throws Problem `auth.unauthorized` and the other errors of a session's token */
  async function verificationOf(request: FastifyRequest): Promise<string> {
    const caller = await authenticate(getSessionRoute, request);
    if (caller === null || !('verificationId' in caller)) throw new Problem('auth.unauthorized');
    return caller.verificationId;
  }
}

function isSame(given: unknown, expected: unknown): boolean {
  if (typeof given !== 'string' || typeof expected !== 'string' || expected.length < minOrderLength) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
