import { expect, it } from 'vitest';
import { createLimitStarts, startLimitsOf } from '../../../src/services/starts/limit-starts.ts';

/** One window of the real limits, counted in memory. */
function paceIn(perMinute: number) {
  const limits = startLimitsOf(perMinute);
  const counted = new Map<string, number>();
  const limitStarts = createLimitStarts({
    counter: {
      count(name, key) {
        const { requests, windowSeconds } = limits[name as keyof typeof limits];
        const times = (counted.get(`${name} ${key}`) ?? 0) + 1;
        counted.set(`${name} ${key}`, times);
        return Promise.resolve({
          allowed: times <= requests,
          remaining: Math.max(0, requests - times),
          resetSeconds: windowSeconds,
        });
      },
    },
    hashAddress: (networkAddress) => Promise.resolve(networkAddress),
  });
  /** How many of these starts go through. */
  return async function start(flowId: string, addresses: readonly string[]): Promise<number> {
    let started = 0;
    for (const address of addresses) {
      started += await limitStarts(flowId, address).then(
        () => 1,
        (refusal: unknown) => {
          expect(refusal).toMatchObject({ code: 'rate.limited', retryAfterSeconds: 60 });
          return 0;
        },
      );
    }
    return started;
  };
}

const times = (count: number, address: string) => Array.from({ length: count }, () => address);
const different = (count: number) => Array.from({ length: count }, (_, index) => `198.51.100.${index}`);

it('an address that floods a flow leaves room for the people of all others', async () => {
  const start = paceIn(100);
  expect(await start('flow', times(1_000, '203.0.113.7'))).toBe(53);
  expect(await start('flow', different(47))).toBe(47);
  expect(await start('flow', ['192.0.2.1'])).toBe(0);
});

it('many people behind one address start while the flow has room', async () => {
  const start = paceIn(600);
  expect(await start('flow', times(60, '203.0.113.7'))).toBe(60);
});

it('a crowd of addresses is stopped at the limit of the flow, and other flows are not affected', async () => {
  const start = paceIn(50);
  expect(await start('flow', different(200))).toBe(50);
  expect(await start('other', different(10))).toBe(10);
});
