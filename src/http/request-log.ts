import type { FastifyInstance } from 'fastify';

/** One line a request: ids and numbers only. The route's pattern stands for the URL, which may hold what a person typed. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.routeOptions.url?.startsWith('/health/') === true ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}
