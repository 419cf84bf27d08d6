import { z } from 'zod';

/** One BullMQ queue per kind of work. */
export const queueNames = ['quality', 'document', 'liveness', 'otp', 'webhook', 'maintenance'] as const;
export type QueueName = (typeof queueNames)[number];

/** Queues whose jobs take seconds, while a person waits. */
export const longQueues = ['quality', 'document', 'liveness'] as const satisfies readonly QueueName[];

/** Clients take turns on these queues, so that one client's flood does not delay another client's job. */
export const sharedQueues = [...longQueues, 'webhook'] as const satisfies readonly QueueName[];
export type SharedQueueName = (typeof sharedQueues)[number];

export function isShared(queue: QueueName): queue is SharedQueueName {
  return sharedQueues.some((name) => name === queue);
}

const id = z.string().max(64);

/** Every kind of background work: its queue and its payload, which contains only ids. */
export const jobs = {
  'media.inspect': { queue: 'quality', payload: z.strictObject({ mediaId: id }) },
  'document.read': { queue: 'document', payload: z.strictObject({ stepRunId: id, attempt: z.int().min(1) }) },
  'face.judge': { queue: 'liveness', payload: z.strictObject({ stepRunId: id, attempt: z.int().min(1) }) },
  'faces.describe': { queue: 'liveness', payload: z.strictObject({ clientId: id }) },
  'code.send': { queue: 'otp', payload: z.strictObject({ codeSendId: id }) },
  'code.approve': { queue: 'otp', payload: z.strictObject({ codeSendId: id }) },
  'contact.assess': { queue: 'otp', payload: z.strictObject({ stepRunId: id, attempt: z.int().min(1) }) },
  'webhook.deliver': { queue: 'webhook', payload: z.strictObject({ deliveryId: id }) },
} as const satisfies Record<string, { queue: QueueName; payload: z.ZodType }>;

export type JobName = keyof typeof jobs;
export type JobPayload<J extends JobName> = z.infer<(typeof jobs)[J]['payload']>;

/** Jobs that work on one attempt of a step. */
export type StepJobName = { [J in JobName]: JobPayload<J> extends { stepRunId: string } ? J : never }[JobName];

/** How often a job is tried before it ends in its terminal state. */
export const maxJobAttempts = 5;

/**
 * Pause before the next try: 1, 2, 4, 8 s …, at most a minute, each shortened by up to half by `random` (0..1), so that jobs that failed
 * together do not return together.
 */
export function backoffMs(attempt: number, random: number): number {
  const full = Math.min(60_000, 1000 * 2 ** (attempt - 1));
  return Math.round(full * (1 - random / 2));
}
