import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTwilioMessageSender } from '../../src/adapters/sms/twilio/twilio-message-sender.ts';
import { createTwilioNumberLookup } from '../../src/adapters/sms/twilio/twilio-number-lookup.ts';
import { Undeliverable } from '../../src/domain/ports/messages/message-sender.ts';
import { startTwilioServer, twilioError } from '../support/servers/twilio-server.ts';

const settings = {
  accountSid: `AC${'1'.repeat(32)}`,
  authToken: 'a-token-of-the-account',
  from: '+12015550199',
  verifyServiceSid: null,
};

let twilio: Awaited<ReturnType<typeof startTwilioServer>>;
beforeAll(async () => {
  twilio = await startTwilioServer();
});
afterAll(() => twilio.close());
beforeEach(() => {
  twilio.requests.length = 0;
});

describe('the sender of codes over Twilio', () => {
  const message = { to: '+5511987654321', subject: null, text: 'text', html: null, codeSendId: 'x', code: '123456' };
  const own = { ...settings, lookupFields: ['line_type_intelligence'] };

  test('stops waiting for a server that does not answer in time, and reports a temporary fault', async () => {
    twilio.answerNext('silence');
    const sender = createTwilioMessageSender({ ...own, apiBase: twilio.url }, { statusUrl: null, timeoutMs: 200 });
    const failure = await sender.send(message).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(Undeliverable);
  });

  test('takes a refusal of the sender or of its messaging service for an outage: the person’s number is right', async () => {
    const sender = createTwilioMessageSender({ ...own, apiBase: twilio.url }, { statusUrl: null });
    for (const code of [21603, 21660, 21701, 21703]) {
      twilio.answerNext(twilioError(400, code));
      const failure = await sender.send(message).catch((error: unknown) => error);
      expect(failure, String(code)).toMatchObject({ status: 400, code });
    }
    // Of a sender that does not fit this country, the person's number is the cause: others must not wait for it.
    for (const code of [21606, 21612, 21614]) {
      twilio.answerNext(twilioError(400, code));
      await expect(sender.send(message), String(code)).rejects.toBeInstanceOf(Undeliverable);
    }
  });

  test('sends through a Verify service with our own code', async () => {
    const sender = createTwilioMessageSender(
      { ...own, apiBase: twilio.url, verifyServiceSid: `VA${'2'.repeat(32)}` },
      { statusUrl: null },
    );
    expect((await sender.send(message)).providerId).toMatch(/^VE/);
    expect(twilio.requests[0]).toMatchObject({
      path: `/v2/Services/VA${'2'.repeat(32)}/Verifications`,
      fields: { To: '+5511987654321', Channel: 'sms', CustomCode: '123456' },
    });
  });

  test('a lookup returns nothing for a number that Twilio refuses, and throws temporary faults', async () => {
    const lookup = createTwilioNumberLookup({ ...own, apiBase: twilio.url }, { timeoutMs: 200 });
    expect(await lookup.lookUp('+5511987654321')).toMatchObject({ lineType: 'voip' });
    twilio.answerNext(twilioError(404, 20404));
    expect(await lookup.lookUp('+5511987654321')).toBeNull();
    for (const answer of ['silence', twilioError(429, 20429), twilioError(500, 20500)] as const) {
      twilio.answerNext(answer);
      await expect(lookup.lookUp('+5511987654321')).rejects.toThrow();
    }
  });
});
