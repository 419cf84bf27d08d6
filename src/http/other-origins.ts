import type { FastifyInstance } from 'fastify';

const sdkRoutes = '/v2/sdk/';
/** Public and without a token, so browsers send no preflight request. */
const kindsRoute = '/v2/document-kinds';

/**
 * CORS for the browser SDK, which runs in the host's pages. Its routes identify people by a token that browsers never send by themselves,
 * so any page may call them. A client's allowed origins are checked when a session starts and when a socket opens.
 */
const forOtherOrigins = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'x-request-id, retry-after, ratelimit, ratelimit-policy, idempotent-replayed, content-disposition',
  'cross-origin-resource-policy': 'cross-origin',
};

const forPreflights = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-max-age': '86400',
};

export function admitOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(sdkRoutes) || request.url.startsWith(kindsRoute)) void reply.headers(forOtherOrigins);
    done();
  });
  app.options(`${sdkRoutes}*`, (_request, reply) => reply.code(204).headers(forPreflights).send());
}
