import { describe, expect, it } from 'vitest';
import { expectDeclared } from '../../support/contract.ts';

/** Every test that speaks with the API relies on this comparison. */
describe('a test of the API', () => {
  const alive: Parameters<typeof expectDeclared>[2] = {
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: { status: 'ok' },
  };
  const compare = (change: Partial<typeof alive>, path = '/health/live') => {
    expectDeclared('GET', path, { ...alive, ...change });
  };

  it('accepts an answer that the contract declares', () => {
    compare({});
    compare({});
  });

  it.each([
    ['status', { status: 201 }],
    ['content type', { contentType: 'text/html' }],
    ['value', { body: { status: 'well' } }],
    ['field', { body: { status: 'ok', host: 'one' } }],
    ['type of problem', { status: 500, contentType: 'application/problem+json', body: { status: 500 } }],
    ['lack of a field', { body: {} }],
  ])('refuses a %s that the contract does not declare, also when the route was compared before', (_, change) => {
    compare({});
    expect(() => compare(change)).toThrow();
    expect(() => compare(change)).toThrow();
  });

  it('refuses a route that the contract does not declare', () => {
    expect(() => compare({}, '/health/elsewhere')).toThrow('is not in the contract');
    expect(() => compare({}, '/health/live/now')).toThrow('is not in the contract');
  });
});
