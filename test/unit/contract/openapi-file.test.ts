import { describe, expect, test } from 'vitest';
import { problemSchema } from '../../../src/contract/problems/problem.ts';
import { sessionStateSchema } from '../../../src/contract/sessions/session.ts';
import { exampleOf } from '../../../src/steps/named-schema.ts';
import { expectInOpenApi } from '../../support/files/openapi-file.ts';

const path = '/v2/sdk/session';
const state = { status: 200, contentType: 'application/json; charset=utf-8', body: exampleOf(sessionStateSchema) };
const problem = (code: string, status: number) => ({
  status,
  contentType: 'application/problem+json',
  body: { ...(exampleOf(problemSchema) as object), code, status },
});

describe('the check of every answer against openapi.json', () => {
  test('takes what the file declares', () => {
    expectInOpenApi('GET', path, state);
    expectInOpenApi('GET', path, problem('auth.unauthorized', 401));
  });

  test.each([
    ['a status that the route does not have', { ...state, status: 202 }],
    ['another content type', { ...state, contentType: 'text/html' }],
    ['a field that is missing', { ...state, body: { ...(state.body as object), lastSequence: undefined } }],
    ['a value of another type', { ...state, body: { ...(state.body as object), expiresAt: 'soon' } }],
    ['a field that it does not name', { ...state, body: { ...(state.body as object), score: 0.7 } }],
    ['a problem of another route', problem('identity.not_found', 401)],
  ])('refuses %s', (_what, answer) => {
    const body: unknown = JSON.parse(JSON.stringify(answer.body));
    expect(() => expectInOpenApi('GET', path, { ...answer, body })).toThrow();
  });
});
