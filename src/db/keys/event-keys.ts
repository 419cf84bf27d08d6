import type { SealedPlace } from '../../domain/encryption/encryption.ts';
import { DataKeyDestroyed, type DataKeys } from './keys.ts';

/** The subject of an event: a person, or only the client. */
export interface EventOwner {
  clientId: string;
  identityId: string | null;
}

/** The key that encrypts an event and the responses to it. Null once the person is erased. */
export async function findEventKey(keys: DataKeys, { clientId, identityId }: EventOwner): Promise<Buffer | null> {
  if (identityId === null) return keys.clientKey(clientId);
  return keys.get(clientId, identityId).catch((error: unknown) => {
    if (error instanceof DataKeyDestroyed) return null;
    throw error;
  });
}

/** The same for the rows of one page, many of which have the same owner. */
export function createEventKeys(keys: DataKeys): (owner: EventOwner) => Promise<Buffer | null> {
  const known = new Map<string, Promise<Buffer | null>>();
  return (owner) => {
    const name = owner.identityId ?? owner.clientId;
    const key = known.get(name) ?? findEventKey(keys, owner);
    known.set(name, key);
    return key;
  };
}

export const eventBodyPlace = (clientId: string, id: string): SealedPlace => ({
  clientId,
  object: 'webhookEvent',
  id,
  field: 'body',
});

export const answerPlace = (clientId: string, deliveryId: string, number: number): SealedPlace => ({
  clientId,
  object: 'webhookAttempt',
  id: `${deliveryId}/${number}`,
  field: 'answer',
});
