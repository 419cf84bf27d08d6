import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idempotencyRenewalMs } from '../../../src/domain/repositories/idempotency-key-repository.ts';
import type { Database } from '../../../src/domain/repositories/repositories.ts';
import { createIdempotency } from '../../../src/http/idempotency.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A repository that grants every claim and keeps what it was asked for. */
function setUp() {
  const said: string[] = [];
  const secret = Buffer.alloc(32, 1);
  const idempotencyKeys = {
    secretsOf: () => Promise.resolve({ keyHash: secret, requestKey: secret, sealingKey: secret }),
    claim: () => Promise.resolve({ state: 'claimed' as const, day: '2026-01-31' }),
    store: () => Promise.resolve(void said.push('store')),
    renew: () => Promise.resolve(void said.push('renew')),
    release: () => Promise.resolve(void said.push('release')),
    deleteExpired: () => Promise.resolve(0),
  } satisfies Database['idempotencyKeys'];
  const request = { key: 'k', scope: 's', operation: 'POST /x', body: {}, streamed: false };
  const { run } = createIdempotency({ db: { idempotencyKeys } });
  return { said, run, request };
}

test('a request that takes long keeps its key for as long as its process lives, and no longer', async () => {
  const { said, run, request } = setUp();
  const refusal = new EventEmitter();
  const work = once(refusal, 'done');
  const ended = run(request, async () => {
    await work;
    throw new Error('refused');
  }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5 * idempotencyRenewalMs);
  expect(said).toEqual(Array.from({ length: 5 }, () => 'renew'));
  refusal.emit('done');
  expect(await ended).toEqual(new Error('refused'));
  expect(said.splice(0).at(-1)).toBe('release');
  await vi.advanceTimersByTimeAsync(5 * idempotencyRenewalMs);
  expect(said).toEqual([]);
});
