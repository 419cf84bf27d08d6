import type { FastifyInstance } from 'fastify';

export const formContentType = 'application/x-www-form-urlencoded';

/** Parses forms into plain objects. The contract says which routes accept them. */
export function takeFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser(formContentType, { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
}
