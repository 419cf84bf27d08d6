import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { errorTextsSchema } from '../../src/contract/catalogue.ts';
import { languages } from '../../src/domain/language.ts';
import { problemLine, problemOf } from '../support/api-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

type ErrorTexts = z.output<typeof errorTextsSchema>;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const list = (query = '') => stack.api.get<ErrorTexts>(`/v2/sdk/error-codes${query}`);

test('the codes of screens are listed without a credential, in each language, English by default', async () => {
  const english = (await list()).body;
  expect(english.language).toBe('en');
  expect(english.data).toContainEqual({
    code: 'session.ended',
    kind: 'fatal',
    status: 410,
    text: 'This verification has ended. Please start again in the app.',
  });
  for (const language of languages) {
    const { status, body } = await list(`?language=${language}`);
    expect([status, body.language, body.data.length]).toEqual([200, language, english.data.length]);
  }
});

test('every other code is listed with cause and remedy if a developer asks for all', async () => {
  expect((await list()).body.codes).toEqual([]);
  const { codes } = (await list('?of=all')).body;
  expect(codes).toContainEqual({
    area: 'device',
    code: 'camera.missing',
    cause: 'The device has no camera.',
    remedy: 'The person continues on another device.',
  });
  expect(new Set(codes.map(({ area }) => area))).toEqual(
    new Set(['problem', 'fault', 'reason', 'device', 'flowWarning']),
  );
});

test('the type of a problem is the address of its line on the page of codes', async () => {
  const { type } = problemOf(await stack.api.get('/v2/identities/idn_x', { token: stack.client.token }));
  expect(type).toBe('/docs/error-codes#identity.not_found');
  const [path, anchor] = type.split('#');
  const page = await (await fetch(`${stack.api.baseUrl}${path ?? ''}`)).text();
  expect(page).toContain(` id="${anchor ?? ''}"`);
});

test('a language without texts is refused', async () => {
  expect(problemLine(await list('?language=xx'))).toBe('400 request.invalid');
});
