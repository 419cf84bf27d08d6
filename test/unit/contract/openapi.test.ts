import { readFile } from 'node:fs/promises';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  problemCodesOf,
  type RouteBody,
  type RouteInput,
  type RouteResponse,
} from '../../../src/contract/define-route.ts';
import { buildOpenApi } from '../../../src/contract/openapi/openapi.ts';
import { routes } from '../../../src/contract/routes.ts';
import type { getIdentityRoute, listIdentitiesRoute } from '../../../src/contract/routes/identities.ts';
import type { cancelSessionRoute, giveConsentRoute } from '../../../src/contract/routes/sdk.ts';
import { webhookEventSchema } from '../../../src/contract/webhook-event.ts';
import { problemTable } from '../../../src/domain/faults/errors.ts';
import { eventTypes } from '../../../src/domain/webhooks/event-type.ts';

const document = buildOpenApi() as Record<string, unknown>;

describe('the OpenAPI document', () => {
  it('is what openapi/openapi.json holds', async () => {
    const file = await readFile(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8');
    expect(file === `${JSON.stringify(document, null, 2)}\n`, 'stale: run npm run openapi').toBe(true);
  });

  it('is the same at every build, with every example valid', () => {
    expect(JSON.stringify(buildOpenApi())).toBe(JSON.stringify(document));
  });

  it('gives every string a maximum', () => {
    expect(unboundedStringsOf(document, '')).toEqual([]);
  });

  it('gives every list a maximum', () => {
    expect(nodesOf(document, '').filter(([, node]) => node.type === 'array' && !('maxItems' in node))).toEqual([]);
  });

  it('lists the fields of every response', () => {
    const bodies = nodesOf(document.components, '').filter(([path]) => /\/responses\/[^/]+\/content/.test(path));
    expect(bodies.filter(([, node]) => node.type === 'object' && !('properties' in node))).toEqual([]);
  });

  it('has a component with an example for every named schema', () => {
    const { schemas } = document.components as { schemas: Record<string, Record<string, unknown>> };
    const composed = /(FlowStep|PublicStep|StepRecord|Check|Event|Challenge|StepSubmit|SocketMessage)(Output)?$/;
    const bare = Object.keys(schemas).filter((name) => schemas[name]?.examples === undefined);
    expect(bare.filter((name) => !composed.test(name))).toEqual([]);
  });
});

describe('the routes', () => {
  it('each have a unique operation id and a unique path', () => {
    for (const key of [
      routes.map((route) => route.operationId),
      routes.map((route) => `${route.method} ${route.path}`),
    ]) {
      expect(new Set(key).size).toBe(key.length);
    }
  });

  it.each(routes.map((route) => [route.operationId, route] as const))('%s is described consistently', (_id, route) => {
    const named = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(route.params?.shape ?? {})).toEqual(named);
    expect(problemCodesOf(route).filter((code) => !(code in problemTable))).toEqual([]);
    if (route.params !== undefined) {
      expect(problemCodesOf(route).map((code) => problemTable[code].status)).toContain(404);
    }
    const creates = route.method === 'post' && 201 in route.responses;
    // Idempotency keys belong to a credential: routes without one, such as sign-in, are exempt.
    if (creates && route.tag !== 'operators' && route.operationId !== 'openHandOver')
      expect(route.idempotent).toBe(true);
  });

  it('use every problem except those of requests that match no route', () => {
    const used = new Set(routes.flatMap(problemCodesOf));
    expect(Object.keys(problemTable).filter((code) => !used.has(code as never))).toEqual([
      'request.host_unknown',
      'route.not_found',
    ]);
  });

  it('give handlers the types of their input and their response', () => {
    expectTypeOf<RouteInput<typeof getIdentityRoute>['params']>().toEqualTypeOf<{ identityId: string }>();
    expectTypeOf<RouteInput<typeof getIdentityRoute>['body']>().toEqualTypeOf<undefined>();
    expectTypeOf<RouteInput<typeof listIdentitiesRoute>['query']['limit']>().toEqualTypeOf<number>();
    expectTypeOf<RouteInput<typeof giveConsentRoute>['body']['accepted']>().toEqualTypeOf<true>();
    expectTypeOf<RouteResponse<typeof giveConsentRoute>['status']>().toEqualTypeOf<204>();
    expectTypeOf<RouteBody<typeof cancelSessionRoute, 200>['status']>().toEqualTypeOf<'cancelled'>();
  });
});

it('every type of event has its body', () => {
  expect(webhookEventSchema.options.map((option) => option.shape.type.value).sort()).toEqual([...eventTypes].sort());
});

type Node = Record<string, unknown>;

/** Every schema-like object of the document, outside examples. */
function nodesOf(value: unknown, path: string): [string, Node][] {
  if (typeof value !== 'object' || value === null) return [];
  const children = Object.entries(value)
    .filter(([key]) => !['examples', 'example', 'default'].includes(key))
    .flatMap(([key, child]) => nodesOf(child, `${path}/${key}`));
  return Array.isArray(value) ? children : [[path, value as Node], ...children];
}

function unboundedStringsOf(value: unknown, path: string): string[] {
  return nodesOf(value, path)
    .filter(([, node]) => node.type === 'string' && node.format !== 'binary')
    .filter(([where]) => !/\/content\/text~?1?\/|\/content\/text\//.test(where))
    .filter(([, node]) => !('maxLength' in node) && !('enum' in node) && !('const' in node))
    .map(([where]) => where);
}
