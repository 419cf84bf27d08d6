import { Problem } from '../../domain/faults/errors.ts';
import type { RateCounter, RateLimit } from '../../domain/ports/rate-counter.ts';

/** So many starts of a flow in a minute are any address's, whatever the others do. */
const firstStarts = 3;

/** What a flow's starts are counted by. An address beyond its first starts shares half of the flow's limit with all such addresses. */
export function startLimitsOf(perMinute: number) {
  const windowSeconds = 60;
  return {
    flowStarts: { requests: perMinute, windowSeconds },
    flowStartsOfBusyAddresses: { requests: Math.max(1, Math.floor(perMinute / 2)), windowSeconds },
    flowStartsOfAddress: { requests: firstStarts, windowSeconds },
  } satisfies Record<string, RateLimit>;
}

/**
 * Refuses starts of a flow beyond its limit a minute. Half of the limit is kept for addresses that start little, so that one network
 * with thousands of starts leaves room for the people of all others.
 */
export function createPaceStarts({
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
  return async function paceStarts(flowId: string, networkAddress: string): Promise<void> {
    const ofAddress = await counter.count('flowStartsOfAddress', `${flowId} ${await hashAddress(networkAddress)}`);
    if (!ofAddress.allowed) await take('flowStartsOfBusyAddresses', flowId);
    await take('flowStarts', flowId);
  };
}

export type PaceStarts = ReturnType<typeof createPaceStarts>;
