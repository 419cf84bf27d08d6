import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { z } from 'zod';
import { problemCodesOf, type RouteDefinition } from '../../src/contract/define-route.ts';
import { problemContentType, problemSchema, type ProblemDocument } from '../../src/contract/problems/problem.ts';
import { routes } from '../../src/contract/routes.ts';
import { expectInOpenApi } from './files/openapi-file.ts';

/** The contract's route for this method and path, if there is one. */
export function routeOf(method: string, path: string): RouteDefinition | undefined {
  const segments = path.split('?')[0]?.split('/') ?? [];
  return patterns.find(
    ({ route, pattern }) =>
      pattern.length === segments.length &&
      route.method.toUpperCase() === method &&
      pattern.every((part, index) => part.startsWith('{') || part === segments[index]),
  )?.route;
}

const patterns = routes.map((route) => ({ route, pattern: route.path.split('/') }));

/**
 * Fails when an answer is not one that the contract declares for its route: status, problem code, fields. The response is compared with the
 * file that others build on, and with the schemas from which that file was made, which also find surplus fields.
 */
export function expectDeclared(
  method: string,
  path: string,
  answer: { status: number; contentType: string; body: unknown },
): void {
  const route = routeOf(method, path);
  if (route !== undefined) expectInOpenApi(method, route.path, answer);
  if (answer.status >= 400 && answer.contentType.startsWith(problemContentType)) {
    const problem = expectProblem(answer);
    // What Fastify refuses before the route is known belongs to no route.
    const belongsToRoute = problem.status !== 400;
    if (route !== undefined && belongsToRoute) expect(problemCodesOf(route)).toContain(problem.code);
    return;
  }
  const declared = route?.responses[answer.status];
  if (declared === undefined) {
    expect(route, `${method} ${path} is not in the contract`).toBeDefined();
    expect.fail(`${method} ${path} answered ${answer.status}, which the contract does not declare`);
  }
  if (declared.schema !== undefined) expectExactly(declared.schema, answer.body);
}

/** A problem document as the contract describes it, without any other field. */
export function expectProblem(answer: { status: number; contentType: string; body: unknown }): ProblemDocument {
  expect(answer.contentType).toMatch(/^application\/problem\+json/);
  expectExactly(problemSchema, answer.body);
  const problem = problemSchema.parse(answer.body);
  expect(problem.status).toBe(answer.status);
  return problem;
}

/** Parses, and fails on a field that the schema does not define. */
function expectExactly(schema: z.ZodType, body: unknown): void {
  const parsed = schema.safeParse(body);
  // Vitest's own comparison takes several times as long; it says what differs.
  if (parsed.success && isDeepStrictEqual(body, parsed.data)) return;
  expect(parsed.success ? null : parsed.error.issues).toBeNull();
  expect(body).toEqual(parsed.data);
}
