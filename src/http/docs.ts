import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';

/** The contract as a page to read. Everything that it loads comes from this service. */
export async function registerDocs(app: FastifyInstance, openapi: object): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    // The plugin hands the document on as it is; its types know OpenAPI 3.0 only.
    specification: { document: openapi as OpenAPIV3.Document },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', deepLinking: true },
  });
}
