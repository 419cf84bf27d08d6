import type { FastifyInstance } from 'fastify';
import type { Telemetry } from '../domain/ports/telemetry.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The objects that the request concerned. */
    verificationId: string | null;
  }
}

/** One line per request: ids and numbers only. The route's pattern replaces the URL, which may contain what a person typed. */
export function logRequests(app: FastifyInstance, telemetry: Pick<Telemetry, 'requestEnded'>): void {
  app.decorateRequest('verificationId', null);
  app.addHook('onResponse', (request, reply, done) => {
    const { method, verificationId } = request;
    const route = request.routeOptions.url ?? null;
    const { statusCode: status, elapsedTime } = reply;
    telemetry.requestEnded({ requestId: request.id, method, route, status, durationMs: elapsedTime, verificationId });
    const level = route?.startsWith('/health/') === true || route === '/metrics' ? 'debug' : 'info';
    const about = verificationId === null ? {} : { verificationId };
    request.log[level]({ method, route, status, durationMs: Math.round(elapsedTime * 10) / 10, ...about }, 'request');
    done();
  });
}
