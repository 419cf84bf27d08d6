import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { problemTable, type ProblemCode } from '../../domain/faults/errors.ts';
import { exampleOf } from '../../steps/named-schema.ts';
import { problemCodesOf, type MultipartBody, type ResponseDefinition, type RouteDefinition } from '../define-route.ts';
import { exampleReference, headerReferences, parameterReferences, securityOf } from './openapi-components.ts';
import { problemContentType, problemSchema } from '../problems/problem.ts';

/** One route as an OpenAPI operation. */
export function operationOf(route: RouteDefinition): ZodOpenApiOperationObject {
  const headerParameters = headerParametersOf(route);
  const requestBody = requestBodyOf(route);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: securityOf(route),
    ...(headerParameters.length === 0 ? {} : { parameters: headerParameters }),
    requestParams: {
      ...(route.params === undefined ? {} : { path: route.params }),
      ...(route.query === undefined ? {} : { query: route.query }),
      ...(route.headers === undefined ? {} : { header: route.headers }),
    },
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { ...successesOf(route), ...problemsOf(route) },
  };
}

function headerParametersOf(route: RouteDefinition) {
  const byCookie = route.auth === 'operator' || route.auth === 'apiTokenOrOperator';
  return [
    ...(route.idempotent ? [parameterReferences.idempotencyKey] : []),
    ...(byCookie ? [parameterReferences.clientId] : []),
    ...(byCookie && route.method !== 'get' ? [parameterReferences.csrfToken] : []),
  ];
}

function requestBodyOf(route: RouteDefinition): ZodOpenApiOperationObject['requestBody'] {
  if (route.body !== undefined) {
    return { required: true, content: { 'application/json': { schema: route.body } } };
  }
  if (route.form !== undefined) {
    return { required: true, content: { 'application/x-www-form-urlencoded': { schema: route.form } } };
  }
  if (route.multipart === undefined) return undefined;
  const { description } = route.multipart;
  return {
    required: true,
    description,
    content: { 'multipart/form-data': { schema: multipartSchemaOf(route.multipart) } },
  };
}

function multipartSchemaOf({ fields, fileField }: MultipartBody): z.ZodObject {
  const file = z.unknown().meta({ override: { type: 'string', format: 'binary' }, description: 'The file.' });
  const example = { ...(exampleOf(fields) as object), [fileField]: 'the bytes of the file' };
  return z.object({ ...fields.shape, [fileField]: file }).meta({ examples: [example] });
}

function successesOf(route: RouteDefinition): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, response]) => [status, successOf(route, response)]),
  );
}

function successOf(route: RouteDefinition, response: ResponseDefinition): ZodOpenApiResponseObject {
  const described = Object.fromEntries(
    Object.entries(response.headers ?? {}).map(([name, header]) => [name, headerOf(header)]),
  );
  const content = contentOf(response);
  return {
    description: response.description,
    headers: {
      'X-Request-Id': headerReferences.requestId,
      ...(route.idempotent ? { 'Idempotent-Replayed': headerReferences.idempotentReplayed } : {}),
      ...described,
    },
    ...(content === undefined ? {} : { content }),
  };
}

function headerOf({ description, example }: { description: string; example: string }) {
  return { description, schema: { type: 'string', maxLength: 4096, examples: [example] } } as const;
}

function contentOf({ schema, contentType }: ResponseDefinition): ZodOpenApiResponseObject['content'] {
  if (schema !== undefined) return { 'application/json': { schema } };
  if (contentType === undefined) return undefined;
  if (contentType === 'application/json') {
    return { [contentType]: { schema: { type: 'object', examples: [{ openapi: '3.1.1' }] } } };
  }
  const text = contentType.startsWith('text/');
  return { [contentType]: { schema: text ? { type: 'string' } : { type: 'string', format: 'binary' } } };
}

/** Problems: one response per status, each listing exactly the codes that this route can return. */
function problemsOf(route: RouteDefinition): Record<`${number}`, ZodOpenApiResponseObject> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of problemCodesOf(route)) {
    const { status } = problemTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), problemOf(status, codes)]));
}

/** Many routes share a response, so each becomes a component, named after its only code or after a hash of several. */
function problemOf(status: number, codes: readonly ProblemCode[]): ZodOpenApiResponseObject {
  const id = componentNameOf(status, codes);
  const problem = problems.get(id) ?? createProblem(id, status, codes);
  problems.set(id, problem);
  return problem;
}

/** zod-openapi identifies a shared response by its object. */
const problems = new Map<string, ZodOpenApiResponseObject>();

function createProblem(id: string, status: number, codes: readonly ProblemCode[]): ZodOpenApiResponseObject {
  const waits = status === 429 || status === 503;
  return {
    id,
    description: codes.map((code) => `\`${code}\`: ${problemTable[code].text}`).join('\n\n'),
    headers: {
      'X-Request-Id': headerReferences.requestId,
      ...(waits ? { 'Retry-After': headerReferences.retryAfter } : {}),
      ...(status === 429
        ? { RateLimit: headerReferences.rateLimit, 'RateLimit-Policy': headerReferences.rateLimitPolicy }
        : {}),
    },
    content: {
      [problemContentType]: {
        schema: problemSchema.and(z.looseObject({ code: z.enum(codes) })),
        examples: Object.fromEntries(codes.map((code) => [code, exampleReference(code)])),
      },
    },
  };
}

function componentNameOf(status: number, codes: readonly ProblemCode[]): string {
  const [only] = codes;
  if (codes.length === 1 && only !== undefined) return only;
  return `${status}.${createHash('sha256').update(codes.join()).digest('hex').slice(0, 8)}`;
}
