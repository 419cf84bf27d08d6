import type { IdentityStatus } from '../verifications/identity-status.ts';
import type { Standing } from '../verifications/reverification.ts';
import type { IndexedValue } from '../traits.ts';
import type { VerificationStatus } from '../verifications/verification-status.ts';
import type { Page } from './webhook-repositories.ts';

/** What a search looks for: one record, or people with any of the values. */
export type Searched = { verificationId: string } | { identityId: string } | { anyOf: readonly IndexedValue[] };

/** What narrows a list of people or attempts; everything that is given must hold. */
export interface ListFilter<Status> {
  search?: Searched | undefined;
  status?: Status | undefined;
  tag?: string | undefined;
  /** By the database's clock. */
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  /** `value` undefined: whatever it is. */
  metadata?: { path: string; value: string | undefined } | undefined;
}

export interface IdentityFilter extends ListFilter<IdentityStatus> {
  /** Found under all of these, spelling aside. */
  indexed: readonly IndexedValue[];
}

export interface VerificationFilter extends ListFilter<VerificationStatus> {
  flowId?: string | undefined;
  identityId?: string | undefined;
}

export interface ListedIdentity {
  id: string;
  status: IdentityStatus;
  /** From verified attempts; null when there is none. */
  fullName: string | null;
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
}

export interface ListedVerification {
  id: string;
  identityId: string;
  status: VerificationStatus;
  standing: Standing;
  flow: { id: string; name: string; version: number };
  /** As this attempt has it. */
  fullName: string | null;
  tags: string[];
  /** When a person gave a verdict last; null when none did. */
  reviewedAt: Date | null;
  createdAt: Date;
  inputsCompletedAt: Date | null;
  finishedAt: Date | null;
}

/** Newest first, in the order of their ids. */
export interface ListRepository {
  listIdentities(clientId: string, page: Page, filter: IdentityFilter): Promise<ListedIdentity[]>;
  listVerifications(clientId: string, page: Page, filter: VerificationFilter): Promise<ListedVerification[]>;
}
