import { afterAll, beforeAll, expect, test } from 'vitest';
import { phoneOnly } from '../support/contact.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { CODE_LIMIT_ADDRESS_PER_HOUR: '100000' } });
  await stack.client.addFlow('phone', phoneOnly());
});
afterAll(() => stack.close());

test('of 1 000 numbers of one prefix no more than the cap of 30 get a message', { timeout: 300_000 }, async () => {
  let sent = 0;
  for (let first = 0; first < 1_000; first += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const session = await stack.startSession('phone');
        const phoneNumber = `+551198765${String(first + index).padStart(4, '0')}`;
        return session.sendCode('phone', { phoneNumber });
      }),
    );
    sent += answers.filter(({ status }) => status === 202).length;
  }
  expect(sent).toBe(30);
});
