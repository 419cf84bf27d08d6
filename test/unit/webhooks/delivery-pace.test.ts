import { expect, test } from 'vitest';
import { deliveryPace } from '../../../web/dashboard/src/developers/delivery-pace.ts';

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

test('a list of deliveries polls each second while one is due, and rarely while all wait for later or have ended', () => {
  const delivered = { state: 'delivered', nextAttemptAt: null } as const;
  const later = { state: 'waiting', nextAttemptAt: inMs(60_000) } as const;
  expect(deliveryPace([])).toBe(5_000);
  expect(deliveryPace([delivered, later])).toBe(5_000);
  expect(deliveryPace([delivered, { state: 'waiting', nextAttemptAt: inMs(-10) }])).toBe(1_000);
  expect(deliveryPace([later, { state: 'waiting', nextAttemptAt: null }])).toBe(1_000);
});
