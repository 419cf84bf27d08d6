import type { Schemas } from '../api/schema.ts';

type Delivery = Schemas['Delivery'];

/** Milliseconds until the list of deliveries is read again: an operator who requested a delivery waits for its answer. */
export function deliveryPace(deliveries: readonly Pick<Delivery, 'state' | 'nextAttemptAt'>[]): number {
  const isDue = ({ state, nextAttemptAt }: Pick<Delivery, 'state' | 'nextAttemptAt'>) =>
    state === 'waiting' && (nextAttemptAt === null || Date.parse(nextAttemptAt) < Date.now() + 2_000);
  return deliveries.some(isDue) ? 1_000 : 5_000;
}
