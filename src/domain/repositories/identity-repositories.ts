import type { Identity, IdentityData } from '../verifications/identity.ts';
import type { AuditNote } from '../privacy/audit.ts';
import type { IdentityStatus } from '../verifications/identity-status.ts';
import type { IndexedValue } from '../traits.ts';

export interface IdentityRepository {
  /** Creates it with a new data key. */
  create(identity: { id: string; clientId: string }): Promise<void>;
  /** Another client's identity is null too. */
  find(clientId: string, identityId: string): Promise<Identity | null>;
  /**
   * Lets one start of this identity after the other through, until the end of the transaction. Before any other lock: starts
   * lock attempts and then the identity, as everybody else does.
   */
  queueStart(identityId: string): Promise<void>;
  /** Holds the identity's row until the end of the transaction. */
  lock(identityId: string): Promise<Identity>;
  setStatus(identityId: string, status: IdentityStatus, data?: IdentityData): Promise<void>;
  setTags(identityId: string, tags: readonly string[]): Promise<void>;
  /** The key under which this identity's media is sealed. */
  getDataKey(clientId: string, identityId: string): Promise<Buffer>;
  /** Stores the answer of the identity lookup, ready to send. */
  storeRecord(identityId: string, json: string): Promise<void>;
  /** The stored answer as JSON text; null when there is no such identity of this client. */
  findRecord(clientId: string, identityId: string): Promise<Buffer | null>;
}

/** A person's tags with their stored answer, which is JSON text. */
export interface Tagged {
  tags: readonly string[];
  recordJson: string;
}

export interface TaggingRepository {
  /**
   * Changes a person's tags and their stored answer, and notes the line of the audit log, in a statement that changes of other people
   * share. What `change` throws is thrown here and stops nobody else. Null, and nothing has changed, when `change` answers null,
   * when there is no such person of this client, or when somebody else holds or changes them: then the change is to be made in a
   * transaction. Otherwise the new stored answer.
   */
  change(
    of: { clientId: string; identityId: string; at: Date },
    line: Pick<AuditNote, 'actorId' | 'action'>,
    change: (before: Tagged) => Tagged | null,
  ): Promise<string | null>;
}

/** Values as keyed hashes, by which the same person or paper is found under another identity of the client. */
export interface BlindIndexRepository {
  /** What is there already stays. */
  addAll(owner: { clientId: string; identityId: string }, values: readonly IndexedValue[]): Promise<void>;
  /**
   * Identities other than the owner's with an equal value, newest first. In a transaction, other searches for the value wait until it
   * ends: two identities that show one paper at the same time find each other.
   */
  listOtherIdentities(
    owner: { clientId: string; identityId: string },
    indexed: IndexedValue,
    limit: number,
  ): Promise<string[]>;
}
