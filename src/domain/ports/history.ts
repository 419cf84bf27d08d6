import type { IndexedTrait, Place } from '../traits.ts';

/** What the client's other identities and this identity's earlier verifications can tell. Bound to the deciding transaction. */
export interface History {
  /** Other identities of this client that have shown the same value, newest first. */
  listIdentitiesWith(trait: IndexedTrait, value: string, limit: number): Promise<string[]>;
  /** Where this identity was last seen in an earlier verification, by coordinates; null when that is not known. */
  findLastPlace(): Promise<{ place: Place; at: Date } | null>;
}
