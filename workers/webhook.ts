import type { Container } from '../src/container.ts';
import { createTargetGuard } from '../src/adapters/network/target-guard.ts';
import { createWebhookSender } from '../src/adapters/network/undici-webhook-sender.ts';
import { createRunJob, type QueueHandlers } from '../src/services/jobs/run-job.ts';
import { createDeliveryHandler } from '../src/services/webhooks/deliver-event.ts';
import { createEndpointCircuits } from '../src/services/webhooks/endpoint-circuits.ts';
import { createEndpointShares, defaultShares } from '../src/services/webhooks/endpoint-shares.ts';
import { startQueueWorker, type RunningWorker } from './runtime.ts';

/** A delivery is mostly waiting for its receiver; no endpoint gets more than its share of these places. */
const webhookConcurrency = 256;

/** `random`: for the jitter of the schedule. */
export function startWebhookWorker(container: Container, random: () => number = Math.random): RunningWorker {
  const guard = createTargetGuard(container.config.webhooks);
  const sender = createWebhookSender({ guard, version: container.engineVersion });
  const shares = createEndpointShares(defaultShares);
  const circuits = createEndpointCircuits({ random });
  const handlers: QueueHandlers<'webhook'> = {
    'webhook.deliver': createDeliveryHandler({ ...container, sender, shares, circuits, random }),
  };
  const worker = startQueueWorker({
    queue: 'webhook',
    redis: container.config.redis,
    concurrency: webhookConcurrency,
    runJob: createRunJob({ ...container, handlers, random }),
  });
  return {
    async stop() {
      await worker.stop();
      await sender.close();
    },
  };
}
