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

export function createRateLimits(
  settings: RateLimitSettings,
  counter: Pick<RateCounter, 'count'>,
  hashAddress: (networkAddress: string) => Promise<string>,
): RateLimits {
  async function keyOf({ caller, address }: { caller: Caller; address: string }): Promise<string> {
    if (caller === null) return hashAddress(address);
    if ('watchedSessionId' in caller) return `watch ${caller.watchedSessionId}`;
    return 'actorId' in caller ? caller.actorId : caller.sessionId;
  }

  return {
    async consume(name, by, reply) {
      if (name === 'none') return;
      const { requests, windowSeconds } = settings[name];
      const { allowed, remaining, resetSeconds } = await counter.count(name, await keyOf(by));
      void reply.headers({
        'ratelimit-policy': `"${name}";q=${requests};w=${windowSeconds}`,
        ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
      });
      if (!allowed) throw new Problem('rate.limited', { retryAfterSeconds: Math.max(1, resetSeconds) });
    },
  };
}
