import { Problem } from '../../domain/faults/errors.ts';
import type { RateCounter, RateLimit } from '../../domain/ports/rate-counter.ts';

/** How many starts a minute every address has of a flow, whatever the others do. */
const firstStarts = 3;

/** The counters of a flow's starts. All addresses beyond their first starts share half of the flow's limit. */
export function startLimitsOf(perMinute: number) {
  const windowSeconds = 60;
  return {
    flowStarts: { requests: perMinute, windowSeconds },
    flowStartsOfBusyAddresses: { requests: Math.max(1, Math.floor(perMinute / 2)), windowSeconds },
    flowStartsOfAddress: { requests: firstStarts, windowSeconds },
  } satisfies Record<string, RateLimit>;
}

/**
 * Refuses starts of a flow beyond its limit per minute. Half of the limit is reserved for addresses that start little, so that one network
 * with thousands of starts leaves room for everyone else.
 */
export function createLimitStarts({
  counter,
  hashAddress,
}: {
  counter: Pick<RateCounter, 'count'>;
  hashAddress: (networkAddress: string) => Promise<string>;
}) {
  async function take(name: keyof ReturnType<typeof startLimitsOf>, key: string): Promise<void> {
    const { allowed, resetSeconds } = await counter.count(name, key);
    if (!allowed) throw new Problem('rate.limited', { retryAfterSeconds: Math.max(1, resetSeconds) });
  }

  /** @throws Problem `rate.limited` */
  return async function limitStarts(flowId: string, networkAddress: string): Promise<void> {
    const ofAddress = await counter.count('flowStartsOfAddress', `${flowId} ${await hashAddress(networkAddress)}`);
    if (!ofAddress.allowed) await take('flowStartsOfBusyAddresses', flowId);
    await take('flowStarts', flowId);
  };
}

export type LimitStarts = ReturnType<typeof createLimitStarts>;
