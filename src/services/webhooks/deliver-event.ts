import type { Clock } from '../../domain/ports/clock.ts';
import type { DeliveryOutcome, Telemetry } from '../../domain/ports/telemetry.ts';
import type { WebhookAnswer, WebhookSender } from '../../domain/ports/webhook-sender.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import type { DueDelivery } from '../../domain/repositories/webhook-repositories.ts';
import type { DisabledReason } from '../../domain/webhooks/webhook.ts';
import {
  hasFailedTooLong,
  judgeAnswer,
  parseRetryAfterMs,
  pauseBeforeNextMs,
} from '../../domain/webhooks/webhook-schedule.ts';
import { signWebhook } from '../../domain/webhooks/webhook-signature.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { JobEnd, JobHandler } from '../jobs/run-job.ts';
import type { EndpointCircuits } from './endpoint-circuits.ts';
import type { EndpointShares } from './endpoint-shares.ts';

/**
 * The handler of one delivery: makes an attempt, keeps it, and ends the delivery or asks to be run again when the next attempt
 * is due. The receiver may see an event twice (a worker that dies after the request), always under the same id; what is
 * recorded is recorded once.
 */
export function createDeliveryHandler({
  db,
  sender,
  shares,
  circuits,
  clock,
  random,
  log,
  telemetry,
}: {
  db: Pick<Database, 'webhookDeliveries'>;
  sender: Pick<WebhookSender, 'send'>;
  shares: EndpointShares;
  circuits: EndpointCircuits;
  clock: Clock;
  /** 0..1, for the schedule's jitter. */
  random: () => number;
  log: Pick<Log, 'warn'>;
  telemetry: Pick<Telemetry, 'deliveryTried'>;
}): JobHandler<'webhook.deliver'> {
  async function attempt(due: DueDelivery, body: string): Promise<WebhookAnswer> {
    const headers = signWebhook({ eventId: due.eventId, at: clock.now(), body }, due.secrets);
    const answer = await sender.send({ url: due.url, headers, body, httpsOnly: due.httpsOnly });
    telemetry.deliveryTried(outcomeOf(answer.status), answer.durationMs);
    return answer;
  }

  function endOf(due: DueDelivery, answer: WebhookAnswer): JobEnd {
    const verdict = judgeAnswer(answer.status);
    if (verdict === 'delivered' && answer.status !== null) {
      const { status, durationMs, answer: text } = answer;
      return {
        storeAtOnce: (run) => db.webhookDeliveries.recordDelivered(run, due, { status, durationMs, answer: text }),
      };
    }
    const retryAfterMs = parseRetryAfterMs(answer.retryAfter, clock.now());
    const nextAfterMs =
      verdict === 'gone' ? null : pauseBeforeNextMs(due.attemptsInSchedule + 1, random(), retryAfterMs);
    const failingForLong = due.failingSince !== null && hasFailedTooLong(due.failingSince, due.foundAt);
    if (nextAfterMs !== null && !failingForLong) {
      // A dead endpoint fails a thousand deliveries: they share a statement and do not wait for the endpoint's row.
      return { storeAtOnce: (run) => db.webhookDeliveries.recordFailed(run, due, answer, nextAfterMs) };
    }
    let disabled: DisabledReason | null = null;
    return {
      caller: { clientId: due.clientId, verificationId: null },
      async store(tx) {
        const status = nextAfterMs === null ? 'failed' : 'waiting';
        await tx.webhookDeliveries.recordAttempt(due, answer, { status, nextAfterMs });
        disabled = await noteFailure(tx, due.endpointId, verdict === 'gone');
      },
      announce() {
        if (disabled !== null) log.warn({ endpointId: due.endpointId, reason: disabled }, 'webhook endpoint disabled');
      },
      ...(nextAfterMs !== null && { again: { afterMs: nextAfterMs } }),
    };
  }

  /** The endpoint answers again: deliveries that skipped attempts are sent now. If this fails, the schedule sends them. */
  function thenBringForward({ clientId, endpointId }: DueDelivery, end: JobEnd): JobEnd {
    return {
      ...end,
      announce() {
        end.announce?.();
        void db.webhookDeliveries.bringSkippedForward(clientId, endpointId).catch(() => undefined);
      },
    };
  }

  return {
    async work({ deliveryId }) {
      const due = await db.webhookDeliveries.findDue(deliveryId);
      if (due === null) return null;
      if (due.disabled) circuits.forget(due.endpointId);
      // Nobody may receive it any more: the endpoint is disabled, or the person was erased.
      if (due.disabled || due.event === null) return { store: (tx) => tx.webhookDeliveries.drop(due.id) };
      const decision = circuits.decide(due);
      if (!decision.send) {
        const { afterMs, skips } = decision;
        return { storeAtOnce: (run) => db.webhookDeliveries.postpone(run, due, afterMs, skips) };
      }
      const admission = await shares.enter(due.endpointId);
      if (!admission.admitted) {
        return { storeAtOnce: (run) => db.webhookDeliveries.postpone(run, due, admission.retryAfterMs) };
      }
      try {
        const answer = await attempt(due, due.event.body);
        const end = endOf(due, answer);
        return circuits.record(due, answer) ? thenBringForward(due, end) : end;
      } finally {
        admission.leave();
      }
    },

    async onExhausted({ deliveryId }) {
      const due = await db.webhookDeliveries.findDue(deliveryId);
      const nothing = { status: null, retryAfter: null, answer: null, durationMs: 0 };
      return due && endOf(due, { ...nothing, error: 'interrupted' });
    },
  };
}

function outcomeOf(status: number | null): DeliveryOutcome {
  if (status === null || status < 200) return 'noAnswer';
  if (status < 300) return '2xx';
  if (status < 400) return '3xx';
  return status < 500 ? '4xx' : '5xx';
}

/** Records a failed attempt at its endpoint. Returns why the endpoint was disabled, if it was. */
async function noteFailure(tx: Repositories, endpointId: string, gone: boolean): Promise<DisabledReason | null> {
  const { failingSince, now } = await tx.webhookEndpoints.noteFailure(endpointId);
  const failing = hasFailedTooLong(failingSince, now) ? 'failing' : null;
  const reason = gone ? 'gone' : failing;
  if (reason !== null) await tx.webhookEndpoints.disable(endpointId, reason);
  return reason;
}
