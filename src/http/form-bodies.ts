import type { FastifyInstance } from 'fastify';

export const formContentType = 'application/x-www-form-urlencoded';

/** Reads forms into a plain object. Which routes take one is the contract's business. */
export function takeFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser(formContentType, { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
}
