import type { FastifyInstance } from 'fastify';

/**
 * An answer may be ready before the body has come in whole: a refused upload, a part that nobody reads. The rest is read and
 * thrown away, since many clients read no answer before they have sent everything, and the connection can be used again.
 * A caller that goes on sending is cut off by the server's own limit on the time of a request.
 */
export function discardUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, _reply, _payload, done) => {
    if (raw.method !== 'GET' && !raw.readableEnded && !raw.destroyed) {
      raw.unpipe();
      raw.resume();
    }
    done();
  });
}
