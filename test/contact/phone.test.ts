import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { problemLine, problemOf } from '../support/api-client.ts';
import { ageSends, nextMessage, otherThan, phoneOnly, stepRecord } from '../support/contact.ts';
import { eventually } from '../support/eventually.ts';
import { isFullSuite } from '../support/sample-of.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

const number = { phoneNumber: '(11) 98765-4321' };
let stack: Stack;
let session: SdkSession;
beforeAll(async () => {
  stack = await startStack({
    env: {
      CODE_LIMIT_RECIPIENT_PER_DAY: '100000',
      CODE_LIMIT_PREFIX_PER_HOUR: '100000',
      CODE_LIMIT_ADDRESS_PER_HOUR: '100000',
      CODE_LIMIT_UNCONFIRMED: '100000',
    },
  });
  await stack.client.addFlow('phone', phoneOnly({ deniedCountries: ['FR'] }));
  await stack.client.addFlow('skippable', phoneOnly({ canSkip: true }));
  await stack.startWorkers({ otp: true });
});
afterAll(() => stack.close());
beforeEach(async () => {
  // Messages of one test do not count against another's.
  await stack.sql.query('delete from send_counts');
  session = await stack.startSession('phone');
});

async function confirmed(typed: object = number): Promise<void> {
  expect((await session.sendCode('phone', typed)).status).toBe(202);
  const { code } = await nextMessage(stack, session);
  expect((await session.checkCode('phone', code ?? '')).body).toMatchObject({ verified: true, code: null });
}

describe('a phone step', () => {
  test('sends a code, confirms it, and verifies the number', async () => {
    const sent = await session.sendCode('phone', number);
    expect(sent.status).toBe(202);
    const { to, text, code, subject, channel } = await nextMessage(stack, session);
    expect({ to, channel, subject }).toEqual({ to: '+5511987654321', channel: 'sms', subject: null });
    expect(code).toMatch(/^\d{6}$/);
    expect(text).toContain(code);
    expect((await session.state()).body.steps[0]?.code).toMatchObject({ triesLeft: 5, verified: false });
    expect((await session.checkCode('phone', ` ${code?.slice(0, 3)} ${code?.slice(3)} `)).body).toEqual({
      verified: true,
      attemptsLeft: 4,
      code: null,
    });
    expect((await session.submit('phone', {})).status).toBe(202);
    const { step } = await eventually(async () => {
      const record = await stepRecord(stack, session);
      return record.status === 'verified' && record;
    });
    expect(step?.phone).toEqual({ number: '+5511987654321', country: 'BR', lineType: 'mobile' });
    expect(step?.checks).toMatchObject([
      { id: 'phone-ownership', outcome: 'passed', data: { sendCount: 1, wrongCodeCount: 0 } },
      { id: 'phone-risk', outcome: 'passed', data: { level: 'very-low', score: 0, insights: [], unanswered: [] } },
      { id: 'duplicate-phone', outcome: 'passed' },
    ]);
    const identity = await stack.api.get(`/v2/identities/${session.identityId}`, { token: stack.client.token });
    expect(identity.body).toMatchObject({ data: { phone: { value: '+5511987654321', source: 'phone:code' } } });
  });

  test.each([
    ['letters', '11 98765-HELP', '422 phone.invalid_number'],
    ['too few digits', '12345', '422 phone.invalid_number'],
    ['a landline', '+551133334444', '422 phone.not_mobile'],
    ['a number of a denied country', '+33612345678', '422 phone.country_not_allowed'],
    ['a number of no country', '+883510000000000', '422 phone.country_not_allowed'],
  ])('answers %s with its own code and sends nothing', async (_what, phoneNumber, problem) => {
    expect(problemLine(await session.sendCode('phone', { phoneNumber }))).toBe(problem);
    const { rows } = await stack.sql.query('select 1 from code_sends where verification_id = $1', [
      session.verificationId,
    ]);
    expect(rows).toEqual([]);
  });

  test('refuses an email address', async () => {
    expect(problemLine(await session.sendCode('phone', { email: 'ana@example.com' }))).toBe('400 request.invalid');
  });

  test('sends another code only after 30 seconds, and says how long to wait', async () => {
    await session.sendCode('phone', number);
    const early = await session.sendCode('phone', number);
    expect(problemLine(early)).toBe('429 code.resend_too_early');
    const { retryAfterSeconds, detail } = problemOf(early);
    expect(retryAfterSeconds).toBeGreaterThan(20);
    expect(early.headers.get('retry-after')).toBe(String(retryAfterSeconds));
    expect(detail).toBe(`Try again in ${String(retryAfterSeconds)} seconds.`);
    await ageSends(stack, session, 31);
    expect((await session.sendCode('phone', number)).status).toBe(202);
  });

  test('sends five codes in ten minutes, and then says how long to wait', async () => {
    for (let press = 0; press < 5; press += 1) {
      expect((await session.sendCode('phone', { phoneNumber: `+551198765430${press}` })).status).toBe(202);
      await ageSends(stack, session, 40);
    }
    const sixth = await session.sendCode('phone', number);
    expect(problemLine(sixth)).toBe('429 code.too_many_sends');
    const wait = problemOf(sixth).retryAfterSeconds ?? 0;
    expect(wait).toBeGreaterThan(300);
    expect(wait).toBeLessThanOrEqual(400);
  });

  test('sends one code for five simultaneous presses', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => session.sendCode('phone', number)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
  });

  const guessCount = isFullSuite ? 200 : 50;
  test(`evaluates at most 5 of ${guessCount} parallel guesses and refuses the right code after them`, async () => {
    await session.sendCode('phone', number);
    const { code } = await nextMessage(stack, session);
    const guesses = await Promise.all(
      Array.from({ length: guessCount }, () => session.checkCode('phone', otherThan(code))),
    );
    expect(guesses.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = guesses.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(problemLine))).toEqual(new Set(['409 code.tries_used_up']));
    const right = await session.checkCode('phone', code ?? '');
    expect(problemLine(right)).toBe('409 code.tries_used_up');
    expect(problemOf(right).retryAfterSeconds).toBeGreaterThan(0);
  });

  test('counts no try for a guess that was never answered', async () => {
    await session.sendCode('phone', number);
    const { code } = await nextMessage(stack, session);
    await stack.sql.query(`
      create function lost() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$;
      create trigger lost before insert on session_messages execute function lost()`);
    try {
      for (let times = 0; times < 6; times += 1) {
        expect((await session.checkCode('phone', code ?? '')).status).toBe(500);
      }
    } finally {
      await stack.sql.query('drop trigger lost on session_messages; drop function lost()');
    }
    expect((await session.checkCode('phone', code ?? '')).body).toMatchObject({ verified: true, attemptsLeft: 4 });
  });

  test('accepts the right code once of many at the same time', async () => {
    await session.sendCode('phone', number);
    const { code } = await nextMessage(stack, session);
    const answers = await Promise.all(Array.from({ length: 4 }, () => session.checkCode('phone', code ?? '')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(problemLine(await session.checkCode('phone', code ?? ''))).toBe('409 code.used');
  });

  test('counts wrong codes down, and accepts the right one after them', async () => {
    await session.sendCode('phone', number);
    const { code } = await nextMessage(stack, session);
    expect((await session.checkCode('phone', otherThan(code))).body).toEqual({
      verified: false,
      attemptsLeft: 4,
      code: 'code.wrong',
    });
    expect((await session.checkCode('phone', code ?? '')).body).toMatchObject({ verified: true, attemptsLeft: 3 });
  });

  test('accepts no code before one is requested, and none after ten minutes', async () => {
    expect(problemLine(await session.checkCode('phone', '123456'))).toBe('409 code.not_requested');
    await session.sendCode('phone', number);
    const { code } = await nextMessage(stack, session);
    await ageSends(stack, session, 601);
    expect(problemLine(await session.checkCode('phone', code ?? ''))).toBe('410 code.expired');
  });

  test('refuses the code of an older press, and says that there is a newer one', async () => {
    await session.sendCode('phone', number);
    const old = await nextMessage(stack, session);
    await ageSends(stack, session, 31);
    await session.sendCode('phone', number);
    const fresh = await nextMessage(stack, session, 2);
    expect(fresh.code).not.toBe(old.code);
    expect(problemLine(await session.checkCode('phone', old.code ?? ''))).toBe('410 code.expired');
    expect((await session.checkCode('phone', fresh.code ?? '')).body).toMatchObject({ verified: true });
  });

  test('refuses the code of another session', async () => {
    const other = await stack.startSession('phone');
    await other.sendCode('phone', { phoneNumber: '+5511987654322' });
    const { code } = await nextMessage(stack, other);
    await session.sendCode('phone', number);
    expect((await session.checkCode('phone', code ?? '')).body).toMatchObject({ verified: false, code: 'code.wrong' });
  });

  test('is not accepted without a confirmed code', async () => {
    expect(problemLine(await session.submit('phone', {}))).toBe('409 step.code_not_verified');
    await session.sendCode('phone', number);
    expect(problemLine(await session.submit('phone', {}))).toBe('409 step.code_not_verified');
  });

  test('counts only the number whose code was checked last', async () => {
    await confirmed();
    await ageSends(stack, session, 31);
    expect((await session.sendCode('phone', { phoneNumber: '+5511987654399' })).status).toBe(202);
    expect(problemLine(await session.submit('phone', {}))).toBe('409 step.code_not_verified');
  });

  test('can be skipped if the flow allows it, and its record says so', async () => {
    expect(problemLine(await session.skip('phone'))).toBe('409 step.not_skippable');
    const skippable = await stack.startSession('skippable');
    expect((await skippable.skip('phone')).body).toMatchObject({ status: 'skipped' });
    const { status, step } = await stepRecord(stack, skippable);
    expect(status).toBe('verified');
    expect(step?.checks).toMatchObject([
      { id: 'phone-ownership', outcome: 'skipped', code: 'check.step_skipped' },
      { id: 'phone-risk', outcome: 'skipped', code: 'check.step_skipped' },
      { id: 'duplicate-phone', outcome: 'skipped', code: 'check.step_skipped' },
    ]);
    expect(problemLine(await skippable.skip('phone'))).toMatch(/session\.ended|step\.not_waiting/);
  });

  test('goes to review for the fourth identity with one number, and the check names the others', async () => {
    await stack.client.addFlow('pair', {
      steps: [
        { id: 'phone', type: 'phone', config: { allowedCountries: null } },
        { id: 'email', type: 'email', config: { maxOtherIdentities: null } },
      ],
    });
    const people: string[] = [];
    const verdicts: unknown[] = [];
    for (let person = 0; person < 4; person += 1) {
      session = await stack.startSession('pair');
      people.push(session.identityId);
      for (const [step, typed] of [
        ['phone', { phoneNumber: '+5511987650007' }],
        ['email', { email: 'shared@example.com' }],
      ] as const) {
        await session.sendCode(step, typed);
        expect((await session.checkCode(step, '424242')).body).toMatchObject({ verified: true });
        expect((await session.submit(step, {})).status).toBe(202);
      }
      const { status, step } = await eventually(async () => {
        const record = await stepRecord(stack, session);
        return record.status !== 'pending' && record.status !== 'running' && record;
      });
      verdicts.push([status, step?.checks.find(({ id }) => id === 'duplicate-phone')]);
    }
    expect(verdicts.map((verdict) => (verdict as unknown[])[0])).toEqual([
      'verified',
      'verified',
      'verified',
      'reviewNeeded',
    ]);
    expect(verdicts[3]).toMatchObject([
      'reviewNeeded',
      { outcome: 'warning', code: 'phone.shared', data: { identityIds: people.slice(0, 3).reverse() } },
    ]);
  });

  test('tells the person on the socket when the message cannot be delivered', async () => {
    const socket = session.follow();
    expect(await socket.opened).toBeNull();
    await session.sendCode('phone', { phoneNumber: '+12015550101' });
    await eventually(() =>
      socket.messages.some(
        (message) => message.type === 'step.updated' && message.step.codes.includes('phone.undeliverable'),
      ),
    );
    socket.close();
    // The number can be corrected at once, and then the code is gone.
    expect((await session.sendCode('phone', number)).status).toBe(202);
    expect((await session.state()).body.steps[0]?.codes).toEqual([]);
  });

  test('accepts the magic codes of test mode', async () => {
    await session.sendCode('phone', number);
    expect(problemLine(await session.checkCode('phone', '101010'))).toBe('410 code.expired');
    expect((await session.checkCode('phone', '424242')).body).toMatchObject({ verified: true });
  });

  test('leaves neither number nor code in plain text in the database, the queue or the log', async () => {
    await confirmed();
    await session.submit('phone', {});
    const { code } = await nextMessage(stack, session);
    const { rows: tables } = await stack.sql.query<{ table_name: string }>(
      `select table_name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { table_name: table } of tables) {
      const { rows } = await stack.sql.query<{ row: string }>(`select t::text as row from "${table}" t`);
      const text = rows.map(({ row }) => row).join('\n');
      for (const secret of ['5511987654321', '987654321', Buffer.from('+5511987654321').toString('hex')]) {
        expect(text.includes(secret), `${table} holds the number`).toBe(false);
      }
      if (['code_sends', 'outbox', 'test_messages', 'session_messages'].includes(table)) {
        expect(text.includes(` ${String(code)} `), `${table} holds the code`).toBe(false);
      }
    }
    const log = stack.logLines.join('\n');
    expect(log).not.toContain('98765');
    expect(log).not.toContain(code);
  });
});
