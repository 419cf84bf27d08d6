import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemLine, problemOf, type Answer } from '../../../support/api-client.ts';
import { addOperator, auditOf, operatorPassword, signIn, signInAs } from '../../../support/operator.ts';
import { startStack, type Stack } from '../../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const codeOf = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

describe('a sign-in', () => {
  test('sets a cookie that no script and no other site can use', async () => {
    const { email } = await addOperator(stack, 'admin');
    const cookie = (await signIn(stack, email.toUpperCase())).headers.get('set-cookie');
    expect(cookie).toMatch(/^verify_operator=vfo_[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  test('is marked for https only if people use https', async () => {
    const secure = await startStack({ env: { PUBLIC_URL: 'https://verify.example' } });
    try {
      const { email } = await addOperator(secure, 'admin');
      const answer = await secure.api.post('/v2/sign-in', { json: { email, password: operatorPassword } });
      expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/);
    } finally {
      await secure.close();
    }
  });

  test('is refused alike for a wrong password and for an address that nobody has', async () => {
    const { email } = await addOperator(stack, 'admin');
    const [wrong, unknown] = [
      await signIn(stack, email, 'not the password'),
      await signIn(stack, 'nobody@example.com'),
    ];
    const plain = (answer: Answer) => ({ ...problemOf(answer), requestId: '' });
    expect(plain(wrong)).toEqual(plain(unknown));
    expect(problemLine(wrong)).toBe('401 auth.unauthorized');
  });

  test('is judged five times at most, however many come at once, and the right password is refused after that', async () => {
    const { email, operatorId } = await addOperator(stack, 'admin');
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(stack, email, 'not the password')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    const locked = await signIn(stack, email);
    expect(problemLine(locked)).toBe('429 auth.locked_out');
    const left = problemOf(locked).retryAfterSeconds ?? 0;
    expect(left).toBeGreaterThan(800);
    expect(left).toBeLessThanOrEqual(900);
    expect(Number(locked.headers.get('retry-after'))).toBe(left);
    expect(await auditOf(stack, operatorId)).toEqual(['operator.locked_out']);
    await stack.sql.query(`update sign_in_tries set ends_at = now()`);
    expect((await signIn(stack, email)).status).toBe(201);
  });

  test('locks an address that nobody has in the same way', async () => {
    const tries = [];
    for (let count = 0; count < 6; count += 1) tries.push((await signIn(stack, 'ghost@example.com')).status);
    expect(tries).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe('one-time passwords', () => {
  test('are required once they are confirmed, and each works once', async () => {
    const { call, email, operatorId } = await signInAs(stack, 'owner');
    const enrolled = await call<{ secret: string; otpauthUrl: string; qrCodeSvg: string }>('POST', '/v2/self/totp');
    expect(enrolled.status).toBe(201);
    const { secret } = enrolled.body;
    expect(enrolled.body.otpauthUrl).toContain(secret);
    expect((await signIn(stack, email)).status).toBe(201);

    // Of one moment: half a minute may begin in the middle of the test. The server takes the codes next to the present one, too.
    const now = Date.now();
    const first = codeOf(secret, now);
    const next = codeOf(secret, now + 30_000);
    const confirm = (totp: string) => call('POST', '/v2/self/totp/confirm', { json: { totp } });
    expect(problemLine(await confirm('000000'))).toBe('422 operator.totp_invalid');
    expect((await confirm(first)).status).toBe(200);

    expect(problemLine(await signIn(stack, email))).toBe('401 auth.totp_required');
    expect(problemLine(await signIn(stack, email, 'not the password'))).toBe('401 auth.unauthorized');
    // The code that confirmed it is used up; the next one works once.
    expect(problemLine(await signIn(stack, email, operatorPassword, first))).toBe('401 auth.unauthorized');
    const answers = await Promise.all([
      signIn(stack, email, operatorPassword, next),
      signIn(stack, email, operatorPassword, next),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);

    // A stolen session neither removes nor replaces it: that takes both factors, and each code works once.
    expect(problemLine(await call('POST', '/v2/self/totp'))).toBe('409 operator.totp_in_use');
    const remove = (password: string, totp: string) =>
      call('POST', '/v2/self/totp/remove', { json: { password, totp } });
    expect(problemLine(await remove('not the password', next))).toBe('400 request.invalid');
    expect(problemLine(await remove(operatorPassword, '000000'))).toBe('422 operator.totp_invalid');
    expect(problemLine(await remove(operatorPassword, next))).toBe('422 operator.totp_invalid');
    expect(problemLine(await signIn(stack, email))).toBe('401 auth.totp_required');
    await stack.sql.query('update operators set totp_counter = 0 where id = $1', [operatorId]);
    expect((await remove(operatorPassword, next)).status).toBe(204);
    expect((await signIn(stack, email)).status).toBe(201);
    expect(await auditOf(stack, operatorId)).toContain('operator.totp_enabled');
  });
});
