import type { IdentityStatus } from '../verifications/identity-status.ts';
import type { Authority } from '../verifications/reverification.ts';
import type { IndexedValue } from '../traits.ts';
import type { VerificationStatus } from '../verifications/verification-status.ts';
import type { Page } from './webhook-repositories.ts';

/** The target of a search: one record, or people with any of the values. */
export type Searched = { verificationId: string } | { identityId: string } | { anyOf: readonly IndexedValue[] };

/** The filters of a list of people or attempts. All given filters must match. */
export interface ListFilter<Status> {
  search?: Searched | undefined;
  status?: Status | undefined;
  tag?: string | undefined;
  /** By the database's clock. */
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  /** `value` undefined: any value. */
  metadata?: { path: string; value: string | undefined } | undefined;
}

export interface IdentityFilter extends ListFilter<IdentityStatus> {
  /** Must match all of these, regardless of spelling. */
  indexed: readonly IndexedValue[];
}

export interface VerificationFilter extends ListFilter<VerificationStatus> {
  flowId?: string | undefined;
  identityId?: string | undefined;
  /** Id of an operator; `none`: nobody works on it. */
  assigneeId?: string | undefined;
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
  authority: Authority;
  flow: { id: string; name: string; version: number };
  /** As in this attempt. */
  fullName: string | null;
  tags: string[];
  assigneeId: string | null;
  /** When a person last gave a verdict; null when none did. */
  reviewedAt: Date | null;
  createdAt: Date;
  inputsCompletedAt: Date | null;
  finishedAt: Date | null;
}

/** Newest first, by id. */
export interface ListRepository {
  listIdentities(clientId: string, page: Page, filter: IdentityFilter): Promise<ListedIdentity[]>;
  listVerifications(clientId: string, page: Page, filter: VerificationFilter): Promise<ListedVerification[]>;
}
