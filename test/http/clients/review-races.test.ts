import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { check, conclude } from '../../support/conclude.ts';
import { problemLine, type Answer } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { createPeople, foundIn, type People } from '../../support/people/people.ts';
import { isFullSuite } from '../../support/sample-of.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

const rounds = isFullSuite ? 10 : 4;

let stack: Stack;
let people: People;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  people = await createPeople(stack);
});
afterAll(() => stack.close());

const review = (verificationId: string, json: object, token = stack.client.token) =>
  stack.api.post<{ decision: { manual: { decidedAt: string } } }>(`/v2/verifications/${verificationId}/review`, {
    token,
    json: { reason: 'Looked at it', ...json },
  });
const countOf = async (what: string, id: string) =>
  (await stack.sql.query<{ count: number }>(`select count(*)::int as count from ${what}`, [id])).rows[0]?.count;

/** A person whose attempt waits for a reviewer. */
async function doubtedPerson() {
  const person = people.newFace();
  const session = await people.startBackend('strong');
  const address = `${session.verificationId}@example.com`;
  await conclude(stack, session.verificationId, foundIn({ face: person.photograph(), address, emailCheck: 'warning' }));
  return { ...session, person, address };
}

/**
 * Runs `acts` while another transaction holds the rows: each begins once those before it wait for a row, so that they continue in this order.
 */
async function behindLock<T>(statement: string, id: string, acts: readonly (() => Promise<T>)[]): Promise<T[]> {
  const lock = await stack.sql.connect();
  try {
    await lock.query('begin');
    await lock.query(statement, [id]);
    const begun: Promise<T>[] = [];
    for (const act of acts) {
      begun.push(act());
      await eventually(async () => {
        const { rows } = await stack.sql.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return (rows[0]?.waiting ?? 0) >= begun.length;
      });
    }
    await lock.query('commit');
    return await Promise.all(begun);
  } finally {
    lock.release();
  }
}
const ofAttempt = 'select 1 from verifications where id = $1 for update';
const answersOf = (answers: readonly Answer[]) =>
  answers.map((answer) => (answer.status < 300 ? 'done' : problemLine(answer)));

describe('a reviewer decides', () => {
  test('while the person is erased: the verdict is there before, or refused, and nothing is left', async () => {
    const { token } = stack.client;
    for (let round = 0; round < rounds; round++) {
      const { verificationId, identityId } = await doubtedPerson();
      const reviewed = () => review(verificationId, { status: 'verified' });
      const erased = () => stack.api.delete(`/v2/identities/${identityId}`, { token });
      // The order of arrival decides who waits first.
      const acts = round % 2 === 0 ? [reviewed, erased] : [erased, reviewed];
      const answers = await behindLock<Answer>(ofAttempt, verificationId, acts);
      const [ofReview, ofErasure] = round % 2 === 0 ? answers : answers.toReversed();
      expect(ofErasure?.status).toBe(204);
      expect(['done', '404 verification.not_found', '409 verification.reviewed_meanwhile']).toContain(
        answersOf(ofReview === undefined ? [] : [ofReview])[0],
      );
      expect(await countOf(`verifications where id = $1 and status <> 'deleted'`, verificationId)).toBe(0);
      expect(await countOf('verifications where id = $1 and review_text_sealed is not null', verificationId)).toBe(0);
      expect(await countOf('enrolled_faces where identity_id = $1', identityId)).toBe(0);
      expect(await countOf('blind_indexes where identity_id = $1', identityId)).toBe(0);
    }
  });

  test('while a newer attempt of the person ends: the newer one decides what the identity is', async () => {
    for (let round = 0; round < rounds; round++) {
      const { verificationId, identityId, person, address } = await doubtedPerson();
      const newer = await people.startBackend('strong', identityId);
      const shown = foundIn({ face: person.photograph(), address, life: 'failed' });
      const [ofReview] = await Promise.all([
        review(verificationId, { status: 'verified' }),
        conclude(stack, newer.verificationId, shown),
      ]);
      expect(answersOf([ofReview])).toEqual(['done']);
      expect((await people.attempt(verificationId)).status).toBe('verified');
      expect(await people.attempt(newer.verificationId)).toMatchObject({
        status: 'rejected',
        decision: { manual: null },
      });
      expect((await people.identity(identityId)).status).toBe('rejected');
    }
  });

  test('and starts of the person change nothing about the attempt that was reviewed', async () => {
    const { verificationId, identityId } = await doubtedPerson();
    const [ofReview, newer] = await Promise.all([
      review(verificationId, { status: 'rejected', seenDecidedAt: null }),
      people.startBackend('strong', identityId),
    ]);
    expect(answersOf([ofReview])).toEqual(['done']);
    expect((await people.attempt(newer.verificationId)).status).toBe('pending');
    expect(problemLine(await review(newer.verificationId, { status: 'verified' }))).toBe(
      '409 verification.not_finished',
    );
  });

  test('before the last step is judged: refused, whatever arrives first', async () => {
    for (let round = 0; round < rounds; round++) {
      const session = await people.startBackend('contact');
      const found = { email: { checks: [check('email-ownership', 'warning', 'email_ownership.not_confirmed')] } };
      const [ofReview] = await Promise.all([
        review(session.verificationId, { status: 'verified' }),
        conclude(stack, session.verificationId, found),
      ]);
      const { status, decision } = await people.attempt(session.verificationId);
      if (ofReview.status === 200) expect([status, decision?.automatic]).toEqual(['verified', 'reviewNeeded']);
      else {
        expect(problemLine(ofReview)).toMatch(/^409 verification\.(not_finished|reviewed_meanwhile)$/);
        expect([status, decision?.manual]).toEqual(['reviewNeeded', null]);
      }
    }
  });

  test('after another one whose verdict they have not seen: refused, unless they say that they have', async () => {
    const { verificationId } = await doubtedPerson();
    const { token: other } = await stack.client.addToken(['verifications:write']);
    const first = await review(verificationId, { status: 'rejected' });
    expect(answersOf([first])).toEqual(['done']);
    // A reviewer who does not send `seenDecidedAt` has seen no verdict but their own.
    expect(problemLine(await review(verificationId, { status: 'verified' }, other))).toBe(
      '409 verification.reviewed_meanwhile',
    );
    expect((await people.attempt(verificationId)).status).toBe('rejected');
    expect(answersOf([await review(verificationId, { status: 'reviewNeeded' })])).toEqual(['done']);
    const { decision } = await people.attempt(verificationId);
    const seenDecidedAt = decision?.manual?.decidedAt;
    expect(answersOf([await review(verificationId, { status: 'verified', seenDecidedAt }, other)])).toEqual(['done']);
  });
});
