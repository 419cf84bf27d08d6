import { readFileSync } from 'node:fs';

/** `openapi/openapi.json` as an outsider reads it: no source code is used. */
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
}

export interface Operation {
  method: string;
  path: string;
  operationId: string;
  tag: string;
  /** Names of the security schemes, one of which is enough; empty: no credential. */
  credentials: string[];
  /** Roles that may use it on a live client, with the cookie. */
  roles: string[];
  /** Scopes that an API token needs, all of them. */
  scopes: string[];
  pathParameters: string[];
  queryParameters: string[];
  /** The example of the JSON body; null when there is none. */
  body: Record<string, unknown> | null;
  multipart: boolean;
  /** Whether it returns something other than JSON. */
  returnsFile: boolean;
}

interface RawOperation {
  operationId: string;
  tags: [string];
  security?: Record<string, string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  responses: Record<string, { content?: object }>;
  requestBody?: { content: Record<string, { schema: { $ref?: string; examples?: unknown[] } }> };
}

interface RawDocument {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, { examples?: unknown[] }> };
}

const document = JSON.parse(
  readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8'),
) as RawDocument;

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, raw]) => {
    const parameters = (raw.parameters ?? []).filter((parameter): parameter is Parameter => 'name' in parameter);
    const named = (place: Parameter['in']) =>
      parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
    const content = raw.requestBody?.content ?? {};
    return {
      method: method.toUpperCase(),
      path,
      operationId: raw.operationId,
      tag: raw.tags[0],
      credentials: (raw.security ?? []).flatMap((scheme) => Object.keys(scheme)),
      roles: (raw.security ?? []).flatMap((scheme) => scheme.operatorCookie ?? []),
      scopes: (raw.security ?? []).flatMap((scheme) => scheme.apiToken ?? []),
      pathParameters: named('path'),
      queryParameters: named('query'),
      body: exampleOf(content['application/json']?.schema),
      multipart: 'multipart/form-data' in content,
      returnsFile: Object.entries(raw.responses).some(
        ([status, response]) =>
          status.startsWith('2') && Object.keys(response.content ?? {}).some((type) => type !== 'application/json'),
      ),
    };
  }),
);

function exampleOf(schema: { $ref?: string; examples?: unknown[] } | undefined): Record<string, unknown> | null {
  if (schema === undefined) return null;
  const target = schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  return (target?.examples?.[0] ?? {}) as Record<string, unknown>;
}
