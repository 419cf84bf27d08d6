/**
 * The queues of each worker process. A file that kills its worker must not take codes, webhooks or other kinds of files down with it.
 * `docker-compose.yml` has the same groups.
 */
export const workerGroups = {
  message: ['otp', 'webhook', 'maintenance'],
  quality: ['quality'],
  document: ['document'],
  liveness: ['liveness'],
} as const;

export type WorkerGroup = keyof typeof workerGroups;
