import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { nextMessage, phoneOnly, stepRecord } from '../support/contact.ts';
import { eventually } from '../support/eventually.ts';
import { startStack, type Stack } from '../support/stack.ts';

const number = { phoneNumber: '+5511987654321' };
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.client.addFlow('phone', phoneOnly());
  await stack.startWorkers({ otp: true });
});
afterAll(() => stack.close());
beforeEach(() => stack.sql.query('delete from send_counts'));

async function request({ confirms }: { confirms: boolean }) {
  const session = await stack.startSession('phone');
  expect((await session.sendCode('phone', number)).status).toBe(202);
  const { code } = await nextMessage(stack, session);
  if (confirms) expect((await session.checkCode('phone', code ?? '')).body).toMatchObject({ verified: true });
  // Five in ten minutes.
  await stack.sql.query(`update send_counts set sends = 0 where name = 'sms-recipient'`);
  return session;
}

test.each([
  ['not how often others have requested messages to it', false, []],
  ['and how many codes it has confirmed on one day', true, ['velocity']],
])('the risk of a phone number tells what its person did, %s', async (_what, confirms, insights) => {
  for (let other = 0; other < 6; other += 1) await request({ confirms });
  const session = await request({ confirms: true });
  expect((await session.submit('phone', {})).status).toBe(202);
  const { step } = await eventually(async () => {
    const record = await stepRecord(stack, session);
    return record.step?.status === 'finished' && record;
  });
  expect(step?.checks.find(({ id }) => id === 'phone-risk')?.data).toMatchObject({ insights });
});
