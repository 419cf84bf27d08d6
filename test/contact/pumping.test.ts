import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemLine, problemOf } from '../support/api-client.ts';
import { phoneOnly } from '../support/contact.ts';
import { seedClient } from '../support/seed.ts';
import { sessionStart, startSdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    env: { CODE_LIMIT_PREFIX_PER_HOUR: '8', CODE_LIMIT_ADDRESS_PER_HOUR: '100000', CODE_LIMIT_UNCONFIRMED: '12' },
  });
  await stack.client.addFlow('phone', phoneOnly({ deniedCountries: ['FR'] }));
});
afterAll(() => stack.close());

async function pressMany(numbers: readonly string[]): Promise<string[]> {
  const answers: string[] = [];
  // A crowd of eight sessions at a time, each with its own number.
  for (let first = 0; first < numbers.length; first += 8) {
    answers.push(
      ...(await Promise.all(
        numbers.slice(first, first + 8).map(async (phoneNumber) => {
          const session = await stack.startSession('phone');
          const answer = await session.sendCode('phone', { phoneNumber });
          if (answer.status === 429) expect(problemOf(answer).retryAfterSeconds).toBeGreaterThan(0);
          return answer.status === 202 ? 'sent' : problemLine(answer);
        }),
      )),
    );
  }
  return answers;
}

const sends = async () => (await stack.sql.query('select 1 from code_sends')).rows.length;
const numbered = (prefix: string, count: number, digits: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(digits, '0')}`);

test('of many numbers of one prefix no more than the cap get a message', async () => {
  const answers = await pressMany(numbered('+551198765', 16, 4));
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(8);
  expect(new Set(answers)).toEqual(new Set(['sent', '429 phone.send_limited']));
  expect(await sends()).toBe(8);
});

test('a country whose codes nobody confirms gets no more than the guard lets through', async () => {
  const before = await sends();
  // A separate prefix for each number.
  const answers = await pressMany(numbered('+49151', 16, 4).map((start) => `${start}1234`));
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(12);
  expect((await sends()) - before).toBe(12);
});

test('a denied country gets none', async () => {
  const before = await sends();
  expect(new Set(await pressMany(numbered('+336123456', 8, 2)))).toEqual(new Set(['422 phone.country_not_allowed']));
  expect(await sends()).toBe(before);
});

test('a refused press is not counted, so the limits last no longer than they say', async () => {
  await stack.sql.query(`update send_counts set ends_at = now() - interval '1 second'`);
  expect(await pressMany(['+5511987650999'])).toEqual(['sent']);
});

test('a client that is suspended sends none, also from sessions that began before', async () => {
  const { clientId } = stack.client;
  const session = await stack.startSession('phone');
  await stack.sql.query('update clients set suspended_at = now() where id = $1', [clientId]);
  try {
    expect(problemLine(await session.sendCode('phone', { phoneNumber: '+447400123456' }))).toBe('410 session.ended');
  } finally {
    await stack.sql.query('update clients set suspended_at = null where id = $1', [clientId]);
  }
  expect((await session.sendCode('phone', { phoneNumber: '+447400123456' })).status).toBe(202);
});

test('a live client without a provider cannot start the step, and readiness says so', async () => {
  const live = await seedClient(stack.container.db, 'live');
  await live.addFlow('phone', phoneOnly());
  await live.addFlow('skippable', phoneOnly({ canSkip: true }));
  const begun = (flow: string) =>
    stack.api.post('/v2/sdk/sessions', { json: sessionStart(live.clientId, live.flowOf(flow)) });
  expect(problemLine(await begun('phone'))).toBe('503 phone.provider_missing');
  const prepared = await stack.api.post('/v2/verifications', {
    token: live.token,
    json: { flowId: live.flowOf('phone') },
  });
  expect(problemLine(prepared)).toBe('503 phone.provider_missing');
  // A person who can skip the step may begin but gets no code.
  const session = await startSdkSession(stack.api, sessionStart(live.clientId, live.flowOf('skippable')));
  const answer = await session.sendCode('phone', { phoneNumber: '+5511987654321' });
  expect(problemLine(answer)).toBe('503 phone.provider_missing');
  const { body } = await stack.api.get<{ parts: object[] }>('/health/ready');
  expect(body.parts).toContainEqual({
    name: 'provider:sms',
    status: 'notConfigured',
    detail: 'live clients cannot send messages (phone.provider_missing): set the variables of an SMS provider',
  });
  expect(problemLine(await stack.api.get('/v2/test-inbox', { token: live.token }))).toBe('403 test_mode.required');
});
