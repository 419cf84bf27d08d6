import { createHmac, timingSafeEqual } from 'node:crypto';
import type { components } from './generated/api.d.ts';

export type WebhookEvent = components['schemas']['WebhookEvent'];

/** In seconds. Messages that are older, or further in the future, are refused. */
const toleranceSeconds = 300;

export class WebhookRefused extends Error {
  constructor(why: string) {
    super(`The webhook ${why}.`);
    this.name = 'WebhookRefused';
  }
}

/**
 * Verifies the signature of a webhook (Standard Webhooks 1.0.0) and returns its event. `body` must be the raw bytes.
 * @throws WebhookRefused
 */
export function openWebhook(
  body: string | Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
  now: Date = new Date(),
): WebhookEvent {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  );
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') {
    throw new WebhookRefused('is not signed');
  }
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!(age <= toleranceSeconds)) throw new WebhookRefused('is too old or from the future');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const isRight = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return signature.startsWith('v1,') && given.length === right.length && timingSafeEqual(given, right);
  });
  if (!isRight) throw new WebhookRefused('has a wrong signature');
  return JSON.parse(body.toString()) as WebhookEvent; // Signed by the service, whose contract it keeps.
}
