import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testCodes } from '../../../src/domain/codes/test-values.ts';
import type { VerificationRecord } from '../../../src/contract/verification.ts';
import type { FaceTemplate, Traits } from '../../../src/domain/traits.ts';
import { createReplayDecision } from '../../../src/services/steps/replay-decision.ts';
import { auditLines } from '../../support/audit-lines.ts';
import { problemLine, problemOf } from '../../support/api-client.ts';
import { check, conclude, madeUpFace } from '../../support/conclude.ts';
import { emailOnly } from '../../support/contact.ts';
import { eventually } from '../../support/eventually.ts';
import { sessionStart, startSdkSession, type SdkSession } from '../../support/sdk-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  // Many people of these tests confirm one address.
  await stack.client.addFlow('email', emailOnly({ maxOtherIdentities: null }));
  await stack.startWorkers({ otp: true });
  const steps = [
    { id: 'document', type: 'document' as const, config: { accept: [{ type: 'passport' as const }] } },
    { id: 'selfie', type: 'selfie' as const, config: { match: 'none', searchDuplicates: true } },
  ];
  await stack.client.addFlow('searching', {
    steps,
    consent: { version: '1', texts: {} },
    duplicateFaceConsent: { version: 'd1' },
  });
});
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql.query('delete from enrolled_faces');
  await stack.sql.query('delete from send_counts');
});

const code = '409 verification.duplicates_not_acknowledged';
let people = 0;
const newFace = () => madeUpFace((people += 1));
const newNumber = () => `N${randomBytes(5).toString('hex').toUpperCase()}`;
const review = (session: SdkSession, json: object) =>
  stack.api.post<VerificationRecord>(`/v2/verifications/${session.verificationId}/review`, {
    token: stack.client.token,
    json: { reason: 'A look at both', ...json },
  });
const verify = (session: SdkSession, acknowledged: object = {}) =>
  review(session, { status: 'verified', ...acknowledged });
const enrolledFace = ({ identityId }: SdkSession) =>
  stack.container.db.enrolledFaces.find({ clientId: stack.client.clientId, identityId });
const statusOf = async ({ verificationId }: SdkSession) =>
  (await stack.container.db.verifications.get(verificationId)).status;

/** A person who confirmed this address with a code, so that there is something to replay. */
async function mailboxOf(email: string): Promise<SdkSession> {
  const session = await stack.startSession('email');
  await session.sendCode('email', { email });
  await session.checkCode('email', testCodes.right);
  await session.submit('email', {});
  await eventually(async () => ((await statusOf(session)) === 'verified' ? true : null), { what: 'the verdict' });
  return session;
}

/** A person whose selfie or document was in doubt, or in order. */
async function attempt(
  face: FaceTemplate | undefined,
  {
    doubtful = false,
    number = newNumber(),
    searched = true,
    more = {},
  }: { doubtful?: boolean; number?: string; searched?: boolean; more?: Traits } = {},
): Promise<SdkSession> {
  const flowId = stack.client.flowOf('searching');
  const json = { flowId };
  const { token, clientId } = stack.client;
  const prepared = await stack.api.post<{ clientToken: string }>('/v2/verifications', { token, json });
  const session = await startSdkSession(
    stack.api,
    sessionStart(clientId, flowId, { clientToken: prepared.body.clientToken }),
  );
  const agreed = { version: '1', accepted: true, ...(searched && { duplicateFaceVersion: 'd1' }) };
  await stack.api.post('/v2/sdk/session/consent', { token: session.token, json: agreed });
  const passport = { documentType: 'passport', documentCountry: 'PT', documentNumber: number, ...more } as const;
  await conclude(stack, session.verificationId, {
    document: { checks: [check('document-reading')], traits: passport },
    selfie: {
      checks: [doubtful ? check('face-capture', 'warning', 'face.blurry') : check('face-capture')],
      traits: face === undefined ? {} : { face },
    },
  });
  return session;
}

describe('a reviewer who verifies', () => {
  test('sees who was enrolled with this face after the automatic verdict, and nothing changes until it is acknowledged', async () => {
    const person = newFace();
    const waiting = await attempt(person.photograph(), { doubtful: true });
    const meanwhile = await attempt(person.photograph());
    expect([await statusOf(waiting), await statusOf(meanwhile)]).toEqual(['reviewNeeded', 'verified']);

    const refused = await verify(waiting);
    expect(problemLine(refused)).toBe(code);
    expect(problemOf(refused).duplicateSearch).toEqual({
      duplicates: [{ identityId: meanwhile.identityId, verificationId: meanwhile.verificationId, by: ['face'] }],
      complete: true,
    });
    expect(problemOf(refused).detail).toBe(`Same face: ${meanwhile.verificationId}.`);
    expect([await statusOf(waiting), await enrolledFace(waiting)]).toEqual(['reviewNeeded', null]);

    const acknowledgedDuplicates = [meanwhile.identityId];
    const verified = await verify(waiting, { acknowledgedDuplicates });
    expect(verified.body).toMatchObject({
      status: 'verified',
      decision: { automatic: 'reviewNeeded', manual: { search: problemOf(refused).duplicateSearch } },
    });
    expect(await enrolledFace(waiting)).not.toBeNull();
    const { rows } = await stack.sql.query<{ action: string; subject_id: string }>(
      `select action, subject_id from ${auditLines} where action like '%duplicate%' order by action`,
    );
    expect(rows).toEqual([
      { action: 'identity.duplicate_acknowledged', subject_id: meanwhile.identityId },
      { action: 'verification.duplicates_acknowledged', subject_id: waiting.verificationId },
    ]);
  });

  test('leaves the automatic decision as it was: its replay finds no difference', async () => {
    const sharing: SdkSession[] = [];
    for (let index = 0; index < 4; index += 1) sharing.push(await mailboxOf('family@example.com'));
    const [reviewed, ...others] = sharing as [SdkSession, ...SdkSession[]];
    const acknowledgedDuplicates = others.map(({ identityId }) => identityId);
    expect((await verify(reviewed, { acknowledgedDuplicates })).status).toBe(200);
    expect(await createReplayDecision(stack.container)(reviewed.verificationId)).toEqual({
      stored: 'verified',
      replayed: 'verified',
      differences: [],
    });
  });

  test('has to name everybody whom the search finds at that time, and nobody else', async () => {
    const [person, number] = [newFace(), newNumber()];
    const waiting = await attempt(person.photograph(), { doubtful: true, number });
    const sameFace = await attempt(person.photograph());
    const samePaper = await attempt(newFace().photograph(), { number });
    const one = await verify(waiting, { acknowledgedDuplicates: [sameFace.identityId] });
    expect(problemLine(one)).toBe(code);
    const found = problemOf(one).duplicateSearch?.duplicates.map(({ identityId, by }) => [identityId, by]);
    expect(found?.sort()).toEqual(
      [
        [sameFace.identityId, ['face']],
        [samePaper.identityId, ['document']],
      ].sort(),
    );
    const both = { acknowledgedDuplicates: [sameFace.identityId, samePaper.identityId] };
    const third = await attempt(undefined, { number });
    expect(problemLine(await verify(waiting, both))).toBe(code);
    both.acknowledgedDuplicates.push(third.identityId);
    expect((await verify(waiting, both)).status).toBe(200);
  });

  test('has to acknowledge a search that could not compare every face', async () => {
    const face = newFace().photograph();
    const waiting = await attempt(face, { doubtful: true });
    const other = await attempt(newFace().photograph());
    // As after a change of the model, until the new one has described the enrolled face.
    const owner = { clientId: stack.client.clientId, identityId: other.identityId };
    const template = { ...newFace().photograph(), modelSha256: 'f'.repeat(64) };
    await stack.container.db.enrolledFaces.enrol(owner, { template, searchable: true });
    const refused = await verify(waiting);
    expect([problemLine(refused), problemOf(refused).duplicateSearch]).toEqual([
      code,
      { duplicates: [], complete: false },
    ]);
    const verified = await verify(waiting, { acknowledgedIncompleteSearch: true });
    expect(verified.body.decision?.manual?.search).toEqual({ duplicates: [], complete: false });
  });

  test('has to acknowledge a face whose model has no known limit', async () => {
    const waiting = await attempt({ ...newFace().photograph(), modelSha256: 'e'.repeat(64) }, { doubtful: true });
    expect(problemOf(await verify(waiting)).duplicateSearch).toEqual({ duplicates: [], complete: false });
  });

  test.each([
    ['on whose document no number was read', () => attempt(newFace().photograph(), { doubtful: true, number: '' })],
    ['of whom no face was found', () => attempt(undefined, { doubtful: true })],
    ['who did not agree to the search', () => attempt(newFace().photograph(), { doubtful: true, searched: false })],
  ])('has to acknowledge that nobody searched for a person %s', async (_who, begin) => {
    const waiting = await begin();
    expect(await statusOf(waiting)).toBe('reviewNeeded');
    const refused = await verify(waiting);
    expect([problemLine(refused), problemOf(refused).duplicateSearch]).toEqual([
      code,
      { duplicates: [], complete: false },
    ]);
    const verified = await verify(waiting, { acknowledgedIncompleteSearch: true });
    expect([verified.status, verified.body.decision?.manual?.search?.complete]).toEqual([200, false]);
  });

  test('sees a phone number and an address that several others have confirmed, and none that one other has', async () => {
    const more = { phoneNumber: `+35191${people}000111`, email: `shared-${people}@example.com` };
    const waiting = await attempt(newFace().photograph(), { doubtful: true, more });
    await attempt(newFace().photograph(), { more });
    expect((await verify(waiting)).status).toBe(200);
    await attempt(newFace().photograph(), { more });
    await attempt(newFace().photograph(), { more });
    const refused = await verify(waiting);
    expect(problemLine(refused)).toBe(code);
    expect(problemOf(refused).duplicateSearch?.duplicates.map(({ by }) => by)).toEqual(
      Array.from({ length: 3 }, () => ['phoneNumber', 'email']),
    );
  });

  test('has nothing to acknowledge if nobody is found, nor for another verdict', async () => {
    const person = newFace();
    const waiting = await attempt(person.photograph(), { doubtful: true });
    expect((await verify(waiting)).body.decision?.manual?.search).toEqual({ duplicates: [], complete: true });
    expect((await review(waiting, { status: 'rejected' })).status).toBe(200);
    expect(await statusOf(await attempt(person.photograph()))).toBe('verified');
    for (const status of ['rejected', 'reviewNeeded']) {
      const other = await review(waiting, { status });
      expect([other.status, other.body.decision?.manual?.search]).toEqual([200, null]);
    }
    expect(problemLine(await verify(waiting))).toBe(code);
  });

  test('waits for a verdict in progress on the same face, and finds who was enrolled by it', async () => {
    const person = newFace();
    const waiting = await attempt(person.photograph(), { doubtful: true });
    const other = await attempt(newFace().photograph());
    const owner = { clientId: stack.client.clientId, identityId: other.identityId };
    const { reviewed } = await stack.container.db.transaction(async (tx) => {
      await tx.enrolledFaces.lockSearch(owner.clientId);
      const reviewed = verify(waiting);
      await eventually(async () => {
        const { rows } = await stack.sql.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_locks
            where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())`,
        );
        return rows[0]?.waiting === 1;
      });
      await tx.enrolledFaces.enrol(owner, { template: person.photograph(), searchable: true });
      // In an object, so that the review is not awaited here.
      return { reviewed };
    });
    expect(problemLine(await reviewed)).toBe(code);
  });
});
