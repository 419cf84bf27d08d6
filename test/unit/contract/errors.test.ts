import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findFaults } from '../../../src/contract/problems/faults.ts';
import { problemDocumentOf, problemSchema } from '../../../src/contract/problems/problem.ts';
import { sessionStartSchema } from '../../../src/contract/sessions/session.ts';
import { Problem, problemTable, type ProblemCode } from '../../../src/domain/faults/errors.ts';
import { faultCodes } from '../../../src/domain/faults/fault-codes.ts';
import { newId } from '../../../src/domain/id.ts';
import { reasonTable } from '../../../src/domain/faults/reason-codes.ts';
import { locationSchema } from '../../../src/steps/location/schema.ts';

const problemCodes = Object.keys(problemTable) as ProblemCode[];

describe('codes', () => {
  it('are dotted lower snake, all of them', () => {
    const all = [...problemCodes, ...Object.keys(reasonTable), ...faultCodes];
    expect(all.filter((code) => !/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
  });

  it('that are both a problem and a reason have the same text', () => {
    const shared = problemCodes.filter((code): code is ProblemCode & keyof typeof reasonTable => code in reasonTable);
    expect(shared.length).toBeGreaterThan(0);
    for (const code of shared) expect(reasonTable[code].text).toBe(problemTable[code].text);
  });

  it('have a text that is a sentence', () => {
    const texts = [...Object.values(problemTable), ...Object.values(reasonTable)].map(({ text }) => text);
    expect(texts.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([]);
  });

  it('allow a retry whenever they ask to wait', () => {
    const waits = problemCodes.filter((code) => [429, 507].includes(problemTable[code].status));
    expect(waits.filter((code) => !problemTable[code].retryable)).toEqual([]);
  });
});

describe('a problem document', () => {
  it.each(problemCodes)('for %s matches its schema', (code) => {
    const problem = new Problem(code, {
      detail: 'more about it',
      errors: [{ pointer: '/x', code: 'value.missing', detail: 'is missing' }],
      retryAfterSeconds: 3,
      extra: { identityStatus: 'pending' },
    });
    const document = problemDocumentOf(problem, newId('request'));
    expect(problemSchema.strict().parse(document)).toMatchObject({ code, status: problemTable[code].status });
  });
});

describe('faults of a request', () => {
  const faultsOf = (schema: z.ZodType, value: unknown) =>
    findFaults(schema.safeParse(value).error ?? new z.ZodError([]));

  it('point into the body, and name metadata keys', () => {
    const start = {
      clientId: 'nobody',
      flowId: newId('flow'),
      metadata: { buttonColor: 'red' },
      sdk: { platform: 'web' },
      device: { languages: 'en' },
    };
    expect(faultsOf(sessionStartSchema, start).map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/clientId', 'value.wrong_format'],
      ['/metadata/buttonColor', 'metadata.not_a_colour'],
      ['/sdk/version', 'value.missing'],
      ['/device/languages', 'value.wrong_type'],
    ]);
  });

  it('escape keys as JSON pointers do', () => {
    expect(faultsOf(z.strictObject({}), { 'a/b~c': 1 })).toMatchObject([
      { pointer: '/a~1b~0c', code: 'value.unknown_key' },
    ]);
  });

  it('outside the body say in which part', () => {
    const result = z.object({ limit: z.coerce.number().max(100) }).safeParse({ limit: '101' });
    expect(findFaults(result.error ?? new z.ZodError([]), 'query')).toMatchObject([
      { pointer: 'query:/limit', code: 'value.too_big' },
    ]);
  });

  it('in coordinates of 91° have their own code', () => {
    const location = { latitude: 91, longitude: 0, accuracyMeters: 5 };
    expect(faultsOf(locationSchema.submit, location)).toMatchObject([
      { pointer: '/latitude', code: 'location.coordinates_out_of_range' },
    ]);
  });

  it('never repeat the value', () => {
    const secret = 'Anna-Maria-Eriksson';
    const start = { clientId: secret, flowId: secret, sdk: secret, device: { languages: [secret.repeat(9)] } };
    expect(JSON.stringify(faultsOf(sessionStartSchema, start))).not.toContain(secret);
  });
});
