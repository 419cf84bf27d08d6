import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Traits } from '../../../src/domain/traits.ts';
import { check, conclude } from '../../support/conclude.ts';
import { createPeople, type People } from '../../support/people/people.ts';
import { startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
let people: People;
beforeAll(async () => {
  stack = await startStack();
  people = await createPeople(stack);
});
afterAll(() => stack.close());

const ana = { fullName: 'ANA SOUZA LIMA', dateOfBirth: '1985-04-17' };
let documents = 0;

/** An attempt that the backend starts, in which the person shows a passport of this holder. */
async function show(holder: Traits, identityId?: string) {
  const session = await people.startBackend('document-only', identityId);
  const { fullName, dateOfBirth } = holder;
  const source = 'document:mrz';
  documents += 1;
  const traits = {
    documentType: 'passport',
    documentCountry: 'PT',
    documentNumber: `N${documents}`,
    ...holder,
  } as const;
  await conclude(stack, session.verificationId, {
    document: {
      checks: [check('document-reading')],
      traits,
      facts: {
        documentNumber: { value: traits.documentNumber, source },
        ...(fullName !== undefined && { fullName: { value: fullName, source } }),
        ...(dateOfBirth !== undefined && { dateOfBirth: { value: dateOfBirth, source } }),
      },
    },
  });
  return people.attempt(session.verificationId);
}

describe('a document that is shown again for an identity', () => {
  test.each([
    ['somebody else', { fullName: 'RUI TEIXEIRA', dateOfBirth: '1990-01-02' }],
    ['a namesake of another age', { ...ana, dateOfBirth: '1990-01-02' }],
    ['nobody', {}],
  ])('goes to review and changes no value if it names %s', async (_who, holder) => {
    const { identityId } = await show(ana);
    const before = (await people.identity(identityId)).data;
    expect((await show(holder, identityId)).status).toBe('reviewNeeded');
    expect((await people.identity(identityId)).data).toEqual(before);
  });

  test('passes if it names the same person, and gives the identity its number', async () => {
    const first = await show(ana);
    const again = await show({ ...ana, fullName: 'Ana Souza Lima' }, first.identityId);
    expect(again.status).toBe('verified');
    const { data } = await people.identity(first.identityId);
    expect(data.documentNumber?.verificationId).toBe(again.id);
  });

  test('is compared with nothing while no document of the identity has named anybody', async () => {
    const person = await people.verifiedPerson('contact');
    expect((await show(ana, person.identityId)).status).toBe('verified');
  });
});
