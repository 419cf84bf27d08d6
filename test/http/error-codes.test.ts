import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { errorTextsSchema } from '../../src/contract/catalogue.ts';
import { languages } from '../../src/domain/language.ts';
import { problemLine } from '../support/api-client.ts';
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

test('a language that nobody wrote is refused', async () => {
  expect(problemLine(await list('?language=xx'))).toBe('400 request.invalid');
});
