import type { Identity, IdentityData } from '../verifications/identity.ts';
import type { AuditNote } from '../privacy/audit.ts';
import type { IdentityStatus } from '../verifications/identity-status.ts';
import type { Verification } from '../verifications/verification.ts';
import type { IndexedValue } from '../traits.ts';

export interface IdentityRepository {
  /** Creates it with a new data key. */
  create(identity: { id: string; clientId: string }): Promise<void>;
  /** Null for another client's identity, too. */
  find(clientId: string, identityId: string): Promise<Identity | null>;
  /**
   * Lets starts of this identity proceed one at a time, until the end of the transaction. Must be the first lock: starts lock attempts and
   * then the identity, like every use case.
   */
  queueStart(identityId: string): Promise<void>;
  /** Locks the identity's row until the end of the transaction. */
  lock(identityId: string): Promise<Identity>;
  setStatus(identityId: string, status: IdentityStatus, data?: IdentityData): Promise<void>;
  setTags(identityId: string, tags: readonly string[]): Promise<void>;
  /** The key that encrypts this identity's media. */
  getDataKey(clientId: string, identityId: string): Promise<Buffer>;
  /** Stores the response of the identity lookup, ready to send. */
  storeRecord(identityId: string, json: string): Promise<void>;
  /** The stored response as JSON text; null when this client has no such identity. */
  findRecord(clientId: string, identityId: string): Promise<Buffer | null>;
}

/** A person's tags with their stored response, which is JSON text. */
export interface Tagged {
  tags: readonly string[];
  recordJson: string;
}

export interface TaggingRepository {
  /**
   * Changes a person's tags and stored response, and notes the entry of the audit log, in a statement that is shared with changes of other
   * people. An error from `change` is thrown here and affects nobody else. Returns the new stored response, or null without any change:
   * when `change` returns null, when this client has no such person, or when somebody else is locking or changing them. The change must
   * then be made in a transaction.
   */
  change(
    of: { clientId: string; identityId: string; at: Date },
    line: Pick<AuditNote, 'actorId' | 'action'>,
    change: (before: Tagged) => Tagged | null,
  ): Promise<string | null>;
}

/** Values as keyed hashes, by which the same person or document is found under another identity of the client. */
export interface BlindIndexRepository {
  /** Other searches of the client for these values wait until the transaction ends. Always takes the locks in the same order. */
  lock(clientId: string, values: readonly IndexedValue[]): Promise<void>;
  /** Existing values stay. */
  addAll(owner: { clientId: string; identityId: string }, values: readonly IndexedValue[]): Promise<void>;
  /**
   * Keeps the hash of the document of an attempt that is encrypted to the client's own key, or that ended without a verdict after a sign of
   * forgery: it outlasts the document and changes of the client's key, and goes with the attempt. Only searches for documents look at it.
   * Existing hashes stay.
   */
  keepDocument(attempt: Pick<Verification, 'id' | 'clientId' | 'identityId'>, document: IndexedValue): Promise<void>;
  /** Whether an attempt of the owner that has a verdict, and speaks for it, showed an equal value. */
  has(owner: { clientId: string; identityId: string }, indexed: IndexedValue): Promise<boolean>;
  /**
   * Identities other than the owner's with an equal value, newest first. In a transaction, other searches for the value wait until it ends,
   * so that two identities that show one document at the same time find each other.
   */
  listOtherIdentities(
    owner: { clientId: string; identityId: string },
    indexed: IndexedValue,
    limit: number,
  ): Promise<string[]>;
  /** Whether an encrypted document of another identity cannot be found, because an earlier version of the service lost its hash. */
  hasLostDocuments(owner: { clientId: string; identityId: string }): Promise<boolean>;
}
