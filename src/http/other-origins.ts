import type { FastifyInstance } from 'fastify';

const sdkRoutes = '/v2/sdk/';
/** Public, and asked without a token: browsers send no preflight for it. */
const kindsRoute = '/v2/document-kinds';

/**
 * A browser SDK runs in pages of the host. Its routes know people by a token that no browser sends by itself, so that any page
 * may ask: which ones a client admits is checked where a session starts and a socket opens.
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
