import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { codesPagePath } from '../contract/known-codes/codes-page.ts';
import { codesPage } from './pages/codes-page.ts';
import type { OpenAPIV3 } from 'openapi-types';

/** The page loads its own files and reads its own contract. It loads nothing from other origins and sends nothing. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The API reference, in a separate scope so that its policy applies to nothing else. */
export async function registerDocs(app: FastifyInstance, openapi: object): Promise<void> {
  const page = codesPage();
  await app.register(async (docs) => {
    docs.get(codesPagePath, (_request, reply) =>
      reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(page),
    );
    await docs.register(swagger, {
      mode: 'static',
      // The plugin passes the document through unchanged; its types cover OpenAPI 3.0 only.
      specification: { document: openapi as OpenAPIV3.Document },
    });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      theme: { title: 'Verify' },
      logo: { type: 'image/svg+xml', content: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>' },
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'none',
        deepLinking: true,
        supportedSubmitMethods: [],
        validatorUrl: null,
        defaultModelsExpandDepth: 0,
      },
      staticCSP: pagePolicy,
    });
  });
}
