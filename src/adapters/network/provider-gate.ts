import type { Logger } from 'pino';
import { describeFault } from '../../domain/faults/describe-fault.ts';
import { ProviderAway } from '../../domain/ports/provider-away.ts';

/** After so many outages in a row the provider counts as away. */
const outagesToClose = 3;

export interface ProviderGate {
  /** @throws ProviderAway in place of an outage, and at once while the provider counts as away. */
  ask<T>(ask: () => Promise<T>): Promise<T>;
}

/**
 * The way to one provider. While it is away, one try every `retryEveryMs` is let through and the others are refused at once: work
 * that waits for a time-out would take the places of work that another provider could do. Its going and its coming back are logged once.
 */
export function createProviderGate({
  provider,
  isAnswer,
  log,
  retryEveryMs,
  now = () => performance.now(),
}: {
  provider: string;
  /** Whether what was thrown is an answer of the provider, and no outage. */
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
    if (outages === outagesToClose) log.error({ provider, fault: describeFault(error) }, 'a provider is away');
    if (outages >= outagesToClose) nextTryAt = Math.max(nextTryAt, now() + retryEveryMs);
    return error instanceof ProviderAway ? error : new ProviderAway(provider, { cause: error });
  }

  return {
    async ask(ask) {
      if (outages >= outagesToClose) {
        if (now() < nextTryAt) throw new ProviderAway(provider);
        // This one is the try; the next is let through later.
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
