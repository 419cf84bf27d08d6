/** What a webhook can tell. */
export const eventTypes = [
  'verification.started',
  'verification.inputs_completed',
  'verification.step_completed',
  'verification.completed',
  'verification.updated',
  'verification.cancelled',
  'verification.expired',
  'identity.updated',
  'identity.deleted',
  'webhook.test',
] as const;

export type EventType = (typeof eventTypes)[number];
