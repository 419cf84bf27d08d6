import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import { newSecretToken } from '../../src/domain/encryption/secret-token.ts';
import { createExpireVerifications } from '../../src/services/verifications/end-verification.ts';
import { problemLine, problemOf, type Answer } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let session: SdkSession;
let picture: Buffer;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  picture = await smallPicture();
});
afterAll(() => stack.close());
beforeEach(async () => {
  session = await stack.startSession();
});

const makeOverdue = () =>
  stack.sql.query(`update verifications set expires_at = now() - interval '1 second' where id = $1`, [
    session.verificationId,
  ]);
const killToken = (change: string) =>
  stack.sql.query(`update sessions set ${change} where verification_id = $1`, [session.verificationId]);

describe('the state of a session', () => {
  test('says where the person is, for resuming', async () => {
    const { status, body } = await session.state();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      verificationId: session.verificationId,
      identityId: session.identityId,
      status: 'pending',
      consentGiven: false,
      steps: [
        { id: 'document', type: 'document', status: 'waiting', attempt: 1, attemptsLeft: 3, codes: [], files: [] },
      ],
      lastSequence: 0,
    });
    await session.upload(picture);
    await session.submit();
    const after = await session.state();
    expect(after.body.steps[0]).toMatchObject({ status: 'processing', attempt: 1, attemptsLeft: 2 });
    expect(after.body.steps[0]?.files).toHaveLength(1);
    expect(after.body.lastSequence).toBeGreaterThan(0);
  });

  test.each([
    ['no token', null],
    ['a token that nobody has', newSecretToken('session')],
    ['a malformed token', 'vfs_!!'],
    ['an overlong token', `vfs_${'a'.repeat(4_000)}`],
  ])('is refused with %s', async (_what, token) => {
    const answer = await stack.api.get('/v2/sdk/session', { token });
    expect(problemLine(answer)).toBe('401 auth.unauthorized');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('is refused with an API token and with another scheme', async () => {
    expect(problemLine(await stack.api.get('/v2/sdk/session', { token: stack.client.token }))).toBe(
      '401 auth.unauthorized',
    );
    const basic = { authorization: `Basic ${Buffer.from(`a:${session.token}`).toString('base64')}` };
    expect(problemLine(await stack.api.get('/v2/sdk/session', { headers: basic }))).toBe('401 auth.unauthorized');
  });

  test('answers 410 once the token has ended, by age or because it was replaced', async () => {
    await killToken(`ends_at = now() - interval '1 second'`);
    expect(problemLine(await session.state())).toBe('410 session.ended');
    session = await stack.startSession();
    await killToken('ended_at = now()');
    expect(problemLine(await session.state())).toBe('410 session.ended');
  });
});

describe('consent', () => {
  test('is recorded once, with version and language, and its address encrypted', async () => {
    expect((await session.consent()).status).toBe(204);
    expect((await session.consent()).status).toBe(204);
    expect((await session.state()).body.consentGiven).toBe(true);
    const { rows } = await stack.sql.query<{ text_version: string; language: string; address_sealed: Buffer }>(
      'select text_version, language, address_sealed from consents where verification_id = $1',
      [session.verificationId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ text_version: '1', language: 'en' });
    expect(rows[0]?.address_sealed.includes('127.0.0.1')).toBe(false);
  });

  test('is refused for another version of the text', async () => {
    expect(problemLine(await session.consent('0'))).toBe('409 consent.version_outdated');
    expect((await session.state()).body.consentGiven).toBe(false);
  });

  test('is refused without an acceptance', async () => {
    const answer = await stack.api.post('/v2/sdk/session/consent', {
      token: session.token,
      json: { version: '', accepted: false },
    });
    expect(problemLine(answer)).toBe('400 request.invalid');
    expect(problemOf(answer).errors?.map((fault) => fault.pointer)).toEqual(['/version', '/accepted']);
  });

  test('is refused without a token', async () => {
    const answer = await stack.api.post('/v2/sdk/session/consent', { json: { version: '1', accepted: true } });
    expect(problemLine(answer)).toBe('401 auth.unauthorized');
  });
});

describe('what a device sends while its attempt ends', () => {
  const writes: Record<string, (own: SdkSession) => Promise<Answer>> = {
    consent: (own) => own.consent(),
    'a hand-over': (own) => stack.api.post('/v2/sdk/session/hand-over', { token: own.token }),
    'an upload': (own) => own.upload(picture),
    'a submit': (own) => own.submit(),
  };

  test.each(Object.entries(writes))('is refused when it gets the lock after the end: %s', async (name, write) => {
    if (name === 'a submit') await session.upload(picture);
    const other = await stack.sql.connect();
    try {
      await other.query('begin');
      await other.query('select 1 from verifications where id = $1 for update', [session.verificationId]);
      const answer = write(session);
      await eventually(async () => {
        const { rows } = await other.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0 ? true : null;
      });
      await other.query(`update verifications set status = 'cancelled', version = version + 1 where id = $1`, [
        session.verificationId,
      ]);
      await other.query('commit');
      expect(problemLine(await answer)).toBe('410 session.ended');
    } finally {
      other.release();
    }
    const { rows } = await stack.sql.query(
      `select 1 from consents where verification_id = $1
        union all select 1 from one_time_tokens where verification_id = $1`,
      [session.verificationId],
    );
    expect(rows).toEqual([]);
  });
});

describe('a submit', () => {
  test('submits the step and queues exactly one job for it', async () => {
    await session.upload(picture);
    const answer = await session.submit();
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ id: 'document', status: 'processing', attempt: 1, attemptsLeft: 2 });
    const { rows } = await stack.sql.query<{ payload: unknown }>(
      `select o.payload from outbox o join step_runs r on r.id = o.payload->>'stepRunId' where r.verification_id = $1`,
      [session.verificationId],
    );
    expect(rows).toHaveLength(1);
  });

  test('is refused without the files that the step needs', async () => {
    expect(problemLine(await session.submit())).toBe('409 step.files_missing');
    expect((await session.state()).body.steps[0]).toMatchObject({ status: 'waiting', attempt: 1 });
  });

  test('is refused a second time', async () => {
    await session.upload(picture);
    expect((await session.submit()).status).toBe(202);
    expect(problemLine(await session.submit())).toBe('409 step.not_waiting');
  });

  test('is accepted once when it is sent ten times at once', async () => {
    await session.upload(picture);
    const answers = await Promise.all(Array.from({ length: 10 }, () => session.submit()));
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(9);
    const { rows } = await stack.sql.query(
      'select 1 from step_attempts a join step_runs r on r.id = a.step_run_id where r.verification_id = $1',
      [session.verificationId],
    );
    expect(rows).toHaveLength(1);
  });

  test.each([
    ['no type', {}, '/documentType'],
    ['a type that is none', { documentType: 'library-card' }, '/documentType'],
    ['a country that is none', { documentType: 'passport', country: 'QQ' }, '/country'],
  ])('is refused with %s, with a pointer to it', async (_what, body, pointer) => {
    await session.upload(picture);
    const answer = await session.submit('document', body);
    expect(problemLine(answer)).toBe('400 request.invalid');
    expect(problemOf(answer).errors?.map((fault) => fault.pointer)).toEqual([pointer]);
  });

  test('is refused with a type that the flow does not accept, and costs no attempt', async () => {
    await session.upload(picture);
    const answer = await session.submit('document', { documentType: 'driving-license' });
    expect(problemLine(answer)).toBe('422 step.document_not_accepted');
    expect((await session.state()).body.steps[0]).toMatchObject({ status: 'waiting', attempt: 1 });
  });

  test('is refused for a step that the flow does not have, and without a token', async () => {
    expect(problemLine(await session.submit('selfie', {}))).toBe('404 step.not_found');
    const answer = await stack.api.post('/v2/sdk/session/steps/document/submit', {
      json: { documentType: 'passport' },
    });
    expect(problemLine(answer)).toBe('401 auth.unauthorized');
  });
});

describe('cancelling', () => {
  test('ends the verification and keeps the identity pending; twice is once', async () => {
    const first = await session.cancel();
    const { identityId, verificationId } = session;
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ identityId, verificationId, status: 'cancelled' });
    expect((await session.cancel()).body).toEqual(first.body);
    expect((await session.state()).body.status).toBe('cancelled');
    const { body } = await stack.api.get(`/v2/identities/${identityId}`, { token: stack.client.token });
    expect(body).toMatchObject({
      status: 'pending',
      activeVerification: null,
      verifications: [{ status: 'cancelled' }],
    });
  });

  test('closes the session for every input', async () => {
    await session.upload(picture);
    await session.cancel();
    for (const answer of [
      await session.upload(picture),
      await session.submit(),
      await session.consent(),
      await session.deleteFile(newId('media')),
    ]) {
      expect(problemLine(answer)).toBe('410 session.ended');
    }
  });

  test('is refused without a token', async () => {
    expect(problemLine(await stack.api.post('/v2/sdk/session/cancel'))).toBe('401 auth.unauthorized');
  });
});

describe('a session without progress for too long', () => {
  test('accepts no more input, by the database’s clock, and can still be read', async () => {
    await makeOverdue();
    expect(problemLine(await session.upload(picture))).toBe('410 session.ended');
    expect(problemLine(await session.submit())).toBe('410 session.ended');
    expect(problemLine(await session.consent())).toBe('410 session.ended');
    expect((await session.state()).status).toBe(200);
  });

  test('ends as expired, and its sockets are notified', async () => {
    const socket = session.follow();
    expect(await socket.opened).toBeNull();
    await makeOverdue();
    await createExpireVerifications(stack.container)();
    expect((await session.state()).body.status).toBe('expired');
    expect(problemLine(await session.cancel())).toBe('410 session.ended');
    await eventually(() => socket.messages.some((message) => message.type === 'verification.finished'));
    expect(socket.messages.at(-1)).toMatchObject({ type: 'verification.finished', outcome: 'expired' });
    socket.close();
  });

  test('does not end while its step is being worked on', async () => {
    await session.upload(picture);
    await session.submit();
    await makeOverdue();
    await createExpireVerifications(stack.container)();
    expect((await session.state()).body.status).toBe('pending');
  });
});
