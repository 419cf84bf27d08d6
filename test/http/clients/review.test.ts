import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { IdentityRecord } from '../../../src/contract/identity.ts';
import type { VerificationRecord } from '../../../src/contract/verification.ts';
import { testCodes } from '../../../src/domain/codes/test-values.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { auditLines } from '../../support/audit-lines.ts';
import { problemLine } from '../../support/api-client.ts';
import { check, conclude, type FoundInStep } from '../../support/conclude.ts';
import { emailOnly } from '../../support/contact.ts';
import { eventually } from '../../support/eventually.ts';
import { createPeople } from '../../support/people/people.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  // Many people of these tests confirm one address.
  await stack.client.addFlow('email', emailOnly({ maxOtherIdentities: null }));
  await stack.client.addFlow('consented', {
    ...emailOnly({ maxOtherIdentities: null }),
    consent: { version: '1', texts: {} },
  });
  await stack.startWorkers({ otp: true });
});
afterAll(() => stack.close());
beforeEach(() => stack.sql.query('delete from send_counts'));

const get = async <Body>(path: string) => (await stack.api.get<Body>(path, { token: stack.client.token })).body;
const identityOf = (session: SdkSession) => get<IdentityRecord>(`/v2/identities/${session.identityId}`);
const verificationOf = (session: SdkSession) => get<VerificationRecord>(`/v2/verifications/${session.verificationId}`);
const review = (session: SdkSession, json: object, token = stack.client.token) =>
  stack.api.post<VerificationRecord>(`/v2/verifications/${session.verificationId}/review`, { token, json });

/** A person whose address was confirmed: verified. */
async function verifiedPerson(flow = 'email', email = 'anna@example.com', more: object = {}): Promise<SdkSession> {
  const session = await stack.startSession(flow, more);
  await finishEmail(session, email);
  return session;
}

async function finishEmail(session: SdkSession, email: string): Promise<void> {
  expect((await session.sendCode('email', { email })).status).toBe(202);
  await session.checkCode('email', testCodes.right);
  await session.submit('email', {});
  await eventually(async () => ((await verificationOf(session)).status === 'verified' ? true : null), {
    what: 'the verdict',
  });
}

async function eventsOf({ verificationId }: SdkSession): Promise<string[]> {
  const { rows } = await stack.sql.query<{ type: string }>(
    'select type from webhook_events where verification_id = $1 order by sequence',
    [verificationId],
  );
  return rows.map(({ type }) => type);
}

describe('a review', () => {
  test('that changes nothing about the identity sends no event about it, in whichever order its values came', async () => {
    const people = await createPeople(stack);
    const found = (facts: NonNullable<FoundInStep['facts']>) => ({
      email: { checks: [check('email-ownership')], facts },
    });
    const doubted = await people.startBackend('contact');
    const { identityId } = doubted;
    const warning = check('email-ownership', 'warning', 'email_ownership.not_confirmed');
    await conclude(stack, doubted.verificationId, { email: { checks: [warning] } });
    const first = await people.startBackend('contact', identityId);
    await conclude(stack, first.verificationId, found({ email: { value: 'anna@example.com', source: 'email' } }));
    const second = await people.startBackend('contact', identityId);
    await conclude(stack, second.verificationId, found({ fullName: { value: 'ANNA', source: 'document' } }));
    await people.review(first.verificationId, 'rejected');
    await people.review(first.verificationId, 'verified');
    const { data } = await people.identity(identityId);
    expect(Object.keys(data)).toEqual(['fullName', 'email']);
    await people.review(doubted.verificationId, 'rejected');
    expect((await people.identity(identityId)).data).toEqual(data);
    expect((await eventsOf(doubted)).at(-1)).toBe('verification.updated');
  });

  test('is added to the automatic verdict, and status, data, events and audit follow it', async () => {
    const session = await verifiedPerson();
    const before = await eventsOf(session);
    expect((await identityOf(session)).data.email?.value).toBe('anna@example.com');
    const rejected = await review(session, { status: 'rejected', reason: 'A borrowed mailbox', notes: 'Called them.' });
    expect(rejected.status).toBe(200);
    expect(rejected.body).toMatchObject({
      status: 'rejected',
      decision: {
        automatic: 'verified',
        manual: { status: 'rejected', reason: 'A borrowed mailbox', notes: 'Called them.' },
      },
    });
    expect(rejected.body.decision?.manual?.decidedBy).toMatch(/^tok_/);
    const identity = await identityOf(session);
    expect(identity).toMatchObject({ status: 'rejected', data: {}, latestVerification: { status: 'rejected' } });
    expect((await eventsOf(session)).slice(before.length)).toEqual(['verification.updated', 'identity.updated']);

    // In no table as plain text: a reviewer may name people.
    const tables = await stack.sql.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = current_schema()`,
    );
    for (const { name } of tables.rows) {
      const found = await stack.sql.query(`select 1 from ${name} t where t::text ~ 'borrowed mailbox|Called them'`);
      expect([name, found.rowCount]).toEqual([name, 0]);
    }

    const back = await review(session, { status: 'verified', reason: 'It is theirs' });
    expect(back.body.decision).toMatchObject({ automatic: 'verified', manual: { status: 'verified', notes: null } });
    expect(await identityOf(session)).toMatchObject({
      status: 'verified',
      data: { email: { value: 'anna@example.com' } },
    });
    const { rows } = await stack.sql.query(
      `select 1 from ${auditLines} where action = 'verification.reviewed' and subject_id = $1`,
      [session.verificationId],
    );
    expect(rows).toHaveLength(2);
  });

  test('that confirms the verdict is reported, and changes nothing of the identity', async () => {
    const session = await verifiedPerson();
    const before = await eventsOf(session);
    expect((await review(session, { status: 'verified', reason: 'Yes' })).status).toBe(200);
    expect((await eventsOf(session)).slice(before.length)).toEqual(['verification.updated']);
  });

  test('of an older attempt leaves the status to the newest, and the data too', async () => {
    const first = await verifiedPerson('email', 'old@example.com');
    const started = await stack.api.post<{ clientToken: string }>('/v2/verifications', {
      token: stack.client.token,
      json: { flowId: stack.client.flowOf('email'), identityId: first.identityId },
    });
    const second = await stack.startSession('email', { clientToken: started.body.clientToken });
    expect(second.identityId).toBe(first.identityId);
    await finishEmail(second, 'new@example.com');
    expect((await review(first, { status: 'rejected', reason: 'No' })).body.status).toBe('rejected');
    expect(await identityOf(first)).toMatchObject({
      status: 'verified',
      data: { email: { value: 'new@example.com' } },
    });
    expect((await review(first, { status: 'verified', reason: 'Yes' })).body.status).toBe('verified');
    expect((await identityOf(first)).data.email?.value).toBe('new@example.com');
    // The newer attempt's value no longer counts, so the older one’s value does.
    await review(second, { status: 'reviewNeeded', reason: 'Unsure' });
    expect(await identityOf(first)).toMatchObject({
      status: 'reviewNeeded',
      data: { email: { value: 'old@example.com', verificationId: first.verificationId } },
    });
  });

  test('is refused before a verdict, without the scope, without a reason and for what is no verdict', async () => {
    const session = await stack.startSession('email');
    const good = { status: 'verified', reason: 'Yes' };
    expect(problemLine(await review(session, good))).toBe('409 verification.not_finished');
    const { token } = await stack.client.addToken(['identities:read']);
    expect(problemLine(await review(session, good, token))).toBe('403 auth.scope_missing');
    for (const json of [{ status: 'verified' }, { ...good, status: 'pending' }, { ...good, more: 1 }]) {
      expect(problemLine(await review(session, json))).toBe('400 request.invalid');
    }
  });

  test('does not overwrite another reviewer’s that was given meanwhile', async () => {
    const session = await verifiedPerson();
    const first = await review(session, { status: 'rejected', reason: 'No', seenDecidedAt: null });
    expect(first.status).toBe(200);
    const second = await review(session, { status: 'verified', reason: 'Yes', seenDecidedAt: null });
    expect(problemLine(second)).toBe('409 verification.reviewed_meanwhile');
    const decidedAt = first.body.decision?.manual?.decidedAt;
    expect((await review(session, { status: 'verified', reason: 'Yes', seenDecidedAt: decidedAt })).status).toBe(200);
  });

  test('of two at once, one succeeds', async () => {
    const session = await verifiedPerson();
    // Both have arrived before either may continue.
    const lock = await stack.sql.connect();
    await lock.query('begin');
    await lock.query('select 1 from verifications where id = $1 for update', [session.verificationId]);
    const both = [
      review(session, { status: 'rejected', reason: 'First' }),
      review(session, { status: 'reviewNeeded', reason: 'Second' }),
    ];
    await eventually(async () => {
      const { rows } = await stack.sql.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%for update%'`,
      );
      return rows[0]?.waiting === 2;
    });
    await lock.query('commit');
    lock.release();
    const answers = (await Promise.all(both)).map(({ status }) => status);
    expect(answers.sort()).toEqual([200, 409]);
  });
});

describe('the face of a person who was reviewed', () => {
  const face: FaceTemplate = { embedding: 'AACAPw==', modelSha256: 'a', pictureSha256: 'b', appearance: '' };

  async function personWithFace(): Promise<SdkSession> {
    const session = await verifiedPerson('consented', 'face@example.com');
    const { db } = stack.container;
    const [run] = await db.stepRuns.list(session.verificationId);
    if (run?.outcome == null) throw new Error('the step has no outcome');
    await db.stepRuns.conclude(run, null, { ...run.outcome, traits: { ...run.outcome.traits, face } });
    return session;
  }
  const enrolled = ({ identityId }: SdkSession) =>
    stack.container.db.enrolledFaces.find({ clientId: stack.client.clientId, identityId });

  test('is enrolled by a manual verdict, with the consent alone, and taken back by another', async () => {
    const session = await personWithFace();
    await review(session, { status: 'verified', reason: 'Yes' });
    expect(await enrolled(session)).toBeNull();
    await stack.container.db.consents.record({
      id: 'cns_1',
      verificationId: session.verificationId,
      textVersion: '1',
      language: 'en',
      address: '127.0.0.1',
    });
    await review(session, { status: 'verified', reason: 'Yes' });
    expect(await enrolled(session)).toEqual(face);
    await review(session, { status: 'rejected', reason: 'Somebody else' });
    expect(await enrolled(session)).toBeNull();
  });

  test('is not enrolled, nor the status changed, by an attempt that anyone could have started', async () => {
    const owner = await verifiedPerson();
    const stranger = await stack.startSession('consented', { metadata: { identityId: owner.identityId } });
    await stranger.consent('1');
    await finishEmail(stranger, 'stranger@example.com');
    const { db } = stack.container;
    const [run] = await db.stepRuns.list(stranger.verificationId);
    if (run?.outcome == null) throw new Error('the step has no outcome');
    await db.stepRuns.conclude(run, null, { ...run.outcome, traits: { ...run.outcome.traits, face } });
    for (const status of ['rejected', 'verified']) {
      expect((await review(stranger, { status, reason: 'Looks like them' })).body.status).toBe(status);
      expect(await identityOf(owner)).toMatchObject({
        status: 'verified',
        data: { email: { value: 'anna@example.com' } },
      });
      expect(await enrolled(owner)).toBeNull();
    }
  });
});
