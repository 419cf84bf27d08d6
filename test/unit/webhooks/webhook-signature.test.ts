import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newWebhookSecret, signWebhook } from '../../../src/domain/webhooks/webhook-signature.ts';

const body = JSON.stringify({ type: 'webhook.test', text: 'Ação, 名' });
const message = { eventId: 'evt_01', at: new Date(), body };

describe('webhook signatures', () => {
  it('are accepted by the official library', () => {
    const secret = newWebhookSecret();
    expect(new Webhook(secret).verify(body, signWebhook(message, [secret]))).toEqual(JSON.parse(body));
  });

  it('are accepted under the old and the new secret while it rotates', () => {
    const [newer, older] = [newWebhookSecret(), newWebhookSecret()];
    const headers = signWebhook(message, [newer, older]);
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    expect(() => new Webhook(newer).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(older).verify(body, headers)).not.toThrow();
  });

  it('are refused under another secret, for another body, id or time', () => {
    const secret = newWebhookSecret();
    const headers = signWebhook(message, [secret]);
    const verifier = new Webhook(secret);
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow();
    expect(() => verifier.verify(`${body} `, headers)).toThrow();
    expect(() => verifier.verify(body, { ...headers, 'webhook-id': 'evt_02' })).toThrow();
    const hourAgo = signWebhook({ ...message, at: new Date(Date.now() - 3_600_000) }, [secret]);
    expect(() => verifier.verify(body, hourAgo)).toThrow();
  });

  it('come from secrets of 32 random bytes', () => {
    const secret = newWebhookSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newWebhookSecret()).not.toBe(secret);
  });
});
