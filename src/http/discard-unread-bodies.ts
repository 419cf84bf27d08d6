import type { FastifyInstance } from 'fastify';

/**
 * A response may be ready before the whole body has arrived: a refused upload, a part that nobody reads. The rest is read and discarded,
 * because many clients read no response before they have sent everything, and the connection can be reused. The server's own time limit for
 * requests ends those that keep sending.
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
