import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VerificationRecord } from '../../../src/contract/verification.ts';
import type { FaceTemplate, Traits } from '../../../src/domain/traits.ts';
import { problemLine, problemOf } from '../../support/api-client.ts';
import { check, conclude, type FoundInStep } from '../../support/conclude.ts';
import { createPeople, foundIn, type People } from '../../support/people/people.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
let people: People;
beforeAll(async () => {
  stack = await startStack();
  people = await createPeople(stack);
});
afterAll(() => stack.close());

const code = '409 verification.duplicates_not_acknowledged';
const verify = ({ verificationId }: SdkSession, more: object = {}) =>
  stack.api.post<VerificationRecord>(`/v2/verifications/${verificationId}/review`, {
    token: stack.client.token,
    json: { status: 'verified', reason: 'A look at the pictures', ...more },
  });

const ana = { fullName: 'ANA SOUZA LIMA', dateOfBirth: '1985-04-17' };
const rui = { fullName: 'RUI TEIXEIRA', dateOfBirth: '1990-01-02' };
let documents = 0;

/** An attempt with the passport of this person, which waits for a reviewer. */
async function doubtfulDocument(holder: typeof ana, identityId?: string): Promise<SdkSession> {
  const session = await people.startBackend('document-only', identityId);
  documents += 1;
  const documentNumber = `C${documents}`;
  const traits: Traits = { documentType: 'passport', documentCountry: 'PT', documentNumber, ...holder };
  const valueOf = (value: string) => ({ value, source: 'document:mrz' });
  const facts = { fullName: valueOf(holder.fullName), dateOfBirth: valueOf(holder.dateOfBirth) };
  const checks = [check('document-origin', 'warning', 'document.origin_doubtful')];
  const found: FoundInStep = { checks, traits, facts };
  await conclude(stack, session.verificationId, { document: found });
  return session;
}

async function doubtfulFace(face: FaceTemplate, identityId?: string): Promise<SdkSession> {
  const session = await people.startBackend('strong', identityId);
  const address = `${session.identityId}@example.com`;
  await conclude(stack, session.verificationId, foundIn({ face, address, emailCheck: 'warning' }));
  return session;
}

describe('a reviewer who verifies an attempt after another one of the identity was verified', () => {
  test('learns that it names another person, and decides again', async () => {
    const one = await doubtfulDocument(ana);
    const other = await doubtfulDocument(rui, one.identityId);
    expect((await verify(one)).status).toBe(200);

    const refused = await verify(other);
    expect(problemLine(refused)).toBe(code);
    const contradictions = [{ verificationId: one.verificationId, by: ['fullName', 'dateOfBirth'] }];
    expect(problemOf(refused)).toMatchObject({
      detail: `Another name, date of birth: ${one.verificationId}.`,
      duplicateSearch: { duplicates: [], contradictions, complete: true },
    });
    expect((await people.attempt(other.verificationId)).status).toBe('reviewNeeded');
    expect((await people.identity(one.identityId)).data.fullName?.value).toBe(ana.fullName);

    const verified = await verify(other, { acknowledgedContradictions: true });
    expect(verified.body).toMatchObject({ status: 'verified', decision: { manual: { search: { contradictions } } } });
  });

  test('learns that a later attempt, which was verified since, names another person', async () => {
    const one = await doubtfulDocument(ana);
    const later = await doubtfulDocument(rui, one.identityId);
    expect((await verify(later)).status).toBe(200);
    expect(problemOf(await verify(one)).duplicateSearch?.contradictions).toEqual([
      { verificationId: later.verificationId, by: ['fullName', 'dateOfBirth'] },
    ]);
  });

  test('learns that it shows another face, and the enrolled face stays', async () => {
    const [person, stranger] = [people.newFace(), people.newFace()];
    const one = await doubtfulFace(person.photograph());
    const other = await doubtfulFace(stranger.photograph(), one.identityId);
    expect((await verify(one)).status).toBe(200);
    const enrolled = await people.enrolledFace(one.identityId);
    const refused = await verify(other);
    expect(problemLine(refused)).toBe(code);
    expect(problemOf(refused).duplicateSearch?.contradictions).toEqual([
      { verificationId: one.verificationId, by: ['face'] },
    ]);
    expect(await people.enrolledFace(one.identityId)).toEqual(enrolled);
  });

  test('is asked nothing if both show one person, or if the attempt’s own checks have said it', async () => {
    const one = await doubtfulDocument(ana);
    const same = await doubtfulDocument(ana, one.identityId);
    expect((await verify(one)).status).toBe(200);
    expect((await verify(same)).status).toBe(200);

    const renamed = await doubtfulDocument(rui, one.identityId);
    const codes = (await people.attempt(renamed.verificationId)).decision?.reasons.map((reason) => reason.code);
    expect(codes).toContain('document.identity_differs');
    expect((await verify(renamed)).status).toBe(200);
  });

  test('is asked by one of two reviews that arrive at the same moment', async () => {
    const one = await doubtfulDocument(ana);
    const other = await doubtfulDocument(rui, one.identityId);
    const answers = await Promise.all([verify(one), verify(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
