/** The events that an endpoint can receive. */
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
  'audit.anchored',
  'webhook.test',
] as const;

export type EventType = (typeof eventTypes)[number];

/** An endpoint without a list of types gets every event except these: it has to name them. */
export const onlyWhenNamed: readonly EventType[] = ['audit.anchored'];
