import type { Logger } from 'pino';
import { nameFault } from '../../domain/faults/describe-fault.ts';
import { ProviderAway } from '../../domain/ports/provider-away.ts';

/** After this many outages in a row, the provider counts as unavailable. */
const outagesToClose = 3;

export interface ProviderGate {
  /** @throws ProviderAway instead of an outage, and immediately while the provider counts as unavailable */
  ask<T>(ask: () => Promise<T>): Promise<T>;
}

/**
 * The gate to one provider. While the provider is unavailable, one try every `retryEveryMs` passes and all others are refused immediately:
 * work that waits for a timeout would take the places of work for other providers. The start and the end of an outage are logged once.
 */
export function createProviderGate({
  provider,
  isAnswer,
  log,
  retryEveryMs,
  now = () => performance.now(),
}: {
  provider: string;
  /** Whether the error is the provider's answer and not an outage. */
  isAnswer: (error: unknown) => boolean;
  log: Pick<Logger, 'error' | 'warn'>;
  retryEveryMs: number;
  now?: () => number;
}): ProviderGate {
  let outages = 0;
  let nextTryAt = 0;

  function answered(): void {
    if (outages >= outagesToClose) log.warn({ provider }, 'a provider answers again');
    outages = 0;
  }

  function failed(error: unknown): ProviderAway {
    outages += 1;
    if (outages === outagesToClose) log.error({ provider, fault: nameFault(error) }, 'a provider is down');
    if (outages >= outagesToClose) nextTryAt = Math.max(nextTryAt, now() + retryEveryMs);
    return error instanceof ProviderAway ? error : new ProviderAway(provider, { cause: error });
  }

  return {
    async ask(ask) {
      if (outages >= outagesToClose) {
        if (now() < nextTryAt) throw new ProviderAway(provider);
        // This call is the try; the next one is allowed later.
        nextTryAt = now() + retryEveryMs;
      }
      try {
        const answer = await ask();
        answered();
        return answer;
      } catch (error) {
        if (!isAnswer(error)) throw failed(error);
        answered();
        throw error;
      }
    },
  };
}
