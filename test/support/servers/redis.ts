import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';

export interface TestRedis {
  url: string;
  /** For BullMQ's option `prefix` and our own keys: test files share one Redis and must not see each other. */
  prefix: string;
}

export function testRedis(): TestRedis {
  return { url: inject('redisUrl'), prefix: `test-${randomBytes(6).toString('hex')}` };
}
