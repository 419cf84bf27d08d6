import type { WebhookAnswer } from '../../domain/ports/webhook-sender.ts';
import type { DueDelivery } from '../../domain/repositories/webhook-repositories.ts';
import { attemptDelaysMs, pauseBeforeNextMs } from '../../domain/webhooks/webhook-schedule.ts';

/** An endpoint counts as away after this many attempts in a row to which no server answered. */
export const opensAfter = 10;
/** While an endpoint is down, one new delivery tries it after this pause, the next one after twice as long, and so on. */
const firstProbeMs = 5_000;
const longestProbeMs = 60_000;
/** New deliveries skip the first two attempts of the schedule. The third one comes after minutes. */
const skippedAttempts = 2;
/** The earliest third attempt: until then, probes are planned. */
const probesUntilMs = pauseBeforeNextMs(skippedAttempts, 0) ?? 0;
/** Statuses of a gateway that cannot reach the server behind it, or knows that it is down. */
const gatewayStatuses: readonly (number | null)[] = [502, 503, 504];

type CheckedDelivery = Pick<DueDelivery, 'id' | 'endpointId' | 'url' | 'isTest' | 'attempts' | 'attemptsInSchedule'>;

/** `skips`: attempts of the schedule that are skipped; 0: the delivery is the endpoint's next probe. */
export type CircuitDecision = { send: true } | { send: false; skips: number; afterMs: number };

interface Circuit {
  url: string;
  failures: number;
  /** Deliveries that are to probe the endpoint. */
  probes: Set<string>;
  probesUntilMs: number;
  intervalMs: number;
}

/**
 * Keeps thousands of new deliveries from trying an endpoint that is down: a few of them probe it, the others begin with the third attempt of
 * their schedule. A delivery that was tried before keeps its schedule, and a test event is always sent: an operator waits for it.
 */
export function createEndpointCircuits({
  random,
  nowMs = () => performance.now(),
}: {
  /** 0..1, for the schedule's jitter. */
  random: () => number;
  nowMs?: () => number;
}) {
  const circuits = new Map<string, Circuit>();

  function circuitOf({ endpointId, url }: Pick<CheckedDelivery, 'endpointId' | 'url'>): Circuit | null {
    const known = circuits.get(endpointId);
    // A new address deserves an attempt.
    return known?.url === url ? known : null;
  }

  const isOpen = (circuit: Circuit | null): circuit is Circuit => circuit !== null && circuit.failures >= opensAfter;

  function planProbe(circuit: Circuit, deliveryId: string): CircuitDecision | null {
    const now = nowMs();
    const at = Math.max(circuit.probesUntilMs, now) + circuit.intervalMs;
    if (at - now > probesUntilMs) return null;
    circuit.probesUntilMs = at;
    circuit.intervalMs = Math.min(longestProbeMs, 2 * circuit.intervalMs);
    circuit.probes.add(deliveryId);
    return { send: false, skips: 0, afterMs: at - now };
  }

  return {
    /** Whether a delivery is sent now. */
    decide(due: CheckedDelivery): CircuitDecision {
      const circuit = circuitOf(due);
      const isNew = due.attempts === 0 && due.attemptsInSchedule === 0;
      if (!isOpen(circuit) || !isNew || due.isTest || circuit.probes.delete(due.id)) return { send: true };
      const afterMs = pauseBeforeNextMs(skippedAttempts, random()) ?? attemptDelaysMs[skippedAttempts] ?? 0;
      return planProbe(circuit, due.id) ?? { send: false, skips: skippedAttempts, afterMs };
    },

    /** Records the outcome of an attempt. Returns whether the endpoint is back after it was down. */
    record(
      { endpointId, url }: Pick<CheckedDelivery, 'endpointId' | 'url'>,
      { status }: Pick<WebhookAnswer, 'status'>,
    ): boolean {
      const circuit = circuitOf({ endpointId, url });
      if (status !== null && !gatewayStatuses.includes(status)) {
        circuits.delete(endpointId);
        return isOpen(circuit);
      }
      if (circuit !== null) {
        circuit.failures += 1;
      } else {
        const made = {
          url,
          failures: 1,
          probes: new Set<string>(),
          probesUntilMs: -Infinity,
          intervalMs: firstProbeMs,
        };
        circuits.set(endpointId, made);
      }
      return false;
    },

    /** The endpoint is disabled. */
    forget(endpointId: string): void {
      circuits.delete(endpointId);
    },
  };
}

export type EndpointCircuits = ReturnType<typeof createEndpointCircuits>;
