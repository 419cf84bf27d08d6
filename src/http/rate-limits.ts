import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { RateLimitName } from '../contract/define-route.ts';
import { Problem } from '../domain/faults/errors.ts';
import type { RateCounter, RateLimit } from '../domain/ports/rate-counter.ts';
import type { Caller } from './authenticate.ts';

export type RateLimitSettings = Readonly<Record<Exclude<RateLimitName, 'none'>, RateLimit>>;

export interface RateLimits {
  /** Counts one request and sets the headers of the IETF draft. @throws Problem `rate.limited` */
  consume(name: RateLimitName, by: { caller: Caller; address: string }, reply: FastifyReply): Promise<void>;
}

export function createRateLimits(settings: RateLimitSettings, counter: Pick<RateCounter, 'count'>): RateLimits {
  return {
    async consume(name, by, reply) {
      if (name === 'none') return;
      const { requests, windowSeconds } = settings[name];
      const { allowed, remaining, resetSeconds } = await counter.count(name, keyOf(by));
      void reply.headers({
        'ratelimit-policy': `"${name}";q=${requests};w=${windowSeconds}`,
        ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
      });
      if (!allowed) throw new Problem('rate.limited', { retryAfterSeconds: Math.max(1, resetSeconds) });
    },
  };
}

function keyOf({ caller, address }: { caller: Caller; address: string }): string {
  // Counters are kept in Redis, where no network address is to be read.
  if (caller === null) return createHash('sha256').update(address).digest('base64url');
  return 'actorId' in caller ? caller.actorId : caller.sessionId;
}
