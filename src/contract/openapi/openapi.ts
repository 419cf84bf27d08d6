import { parse } from 'zod';
import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathsObject } from 'zod-openapi';
import { tags, type Tag } from '../define-route.ts';
import { components } from './openapi-components.ts';
import { operationOf } from './openapi-operation.ts';
import { routes } from '../routes.ts';
import { testModeDescription } from '../test-mode-description.ts';
import { webhookEventSchema } from '../webhook-event.ts';

const tagDescriptions: Readonly<Record<Tag, string>> = {
  identities: 'The people of a client. Most backends need only `GET /v2/identities/{identityId}`.',
  verifications: 'A person’s attempts to be verified.',
  media: 'Stored files.',
  sdk: 'Routes that the SDK calls on the person’s device.',
  flows: 'Flows: the steps that a person completes, and their versions.',
  webhooks: 'Endpoints, events and deliveries.',
  account: 'Tokens, rules and settings of a client.',
  'test mode': testModeDescription(),
  catalogues: 'Lists that the service ships: document kinds, countries, codes.',
  operators: 'The people who run the service.',
  service: 'Health and this contract.',
};

const description = `Verify checks the documents, face, voice, phone number, email address and location that a person submits.

Ids are typed (\`idn_…\`, a TypeID). Timestamps are ISO 8601, UTC, with milliseconds. Errors are RFC 9457 problem documents
with a stable \`code\`. Lists page by cursor.`;

/** The contract as an OpenAPI 3.1 document: always the same for the same code. */
export function buildOpenApi(): object {
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Verify',
        version: '2.0.0',
        description,
        license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: '/' }],
      tags: tags.map((name) => ({ name, description: tagDescriptions[name] })),
      paths: pathsOf(),
      webhooks: webhooksOf(),
      components,
    },
    { override: checkExamples },
  );
  return { ...document, components: sorted(document.components ?? {}) };
}

function pathsOf(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  }
  return paths;
}

function webhooksOf(): ZodOpenApiPathsObject {
  return Object.fromEntries(
    webhookEventSchema.options.map((schema) => {
      const type = schema.shape.type.value;
      const operation = {
        operationId: `on.${type}`,
        tags: ['webhooks'],
        summary: `\`${type}\``,
        description:
          'Signed as Standard Webhooks 1.0.0 specifies: `webhook-id`, `webhook-timestamp`, `webhook-signature`.',
        security: [],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema.meta()?.id}` } } },
        },
        responses: {
          '2XX': { description: 'The service has stored the events.' },
          '410': { description: 'Stop sending: the endpoint is disabled.' },
        },
      };
      return [type, { post: operation }];
    }),
  );
}

/** Validates every example against its schema. The example of a response shows the defaults filled in, as the service sends them. */
const checkExamples: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  if (jsonSchema.examples === undefined) return;
  const sent = jsonSchema.examples.map((example): unknown => parse(zodSchema, example));
  if (io === 'output') jsonSchema.examples = sent;
};

/** zod-openapi lists components in the order of first use, which changes whenever a route moves. */
function sorted(components: object): object {
  return Object.fromEntries(
    Object.entries(components).map(([kind, named]: [string, Record<string, unknown>]) => [
      kind,
      Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  );
}
