import type { Invitation, Operator, OperatorSession, Passkey, SignedInOperator } from '../operators/operator.ts';
import type { Role } from '../operators/role.ts';
import type { ProviderClaims } from '../operators/single-sign-on.ts';
import type { Page } from './webhook-repositories.ts';

export interface OperatorSecrets {
  /** Null: the operator signs in through the provider only. */
  passwordHash: string | null;
  /** Base32, active. */
  totpSecret: string | null;
  /** Base32, not confirmed yet. */
  pendingTotpSecret: string | null;
}

/** Operators' data is encrypted under the installation's key; a keyed hash of the email address finds its operator. */
export interface OperatorRepository {
  exist(): Promise<boolean>;
  /** Null when another operator has the address. */
  create(operator: {
    id: string;
    email: string;
    name: string;
    role: Role;
    passwordHash: string | null;
  }): Promise<Operator | null>;
  find(operatorId: string): Promise<Operator | null>;
  findByEmail(email: string): Promise<{ operator: Operator; secrets: OperatorSecrets } | null>;
  /** The operator who is linked to this person at the provider. */
  findByProvider(person: ProviderClaims): Promise<Operator | null>;
  /** False when the operator is already linked, to this person or another. */
  linkToProvider(operatorId: string, person: ProviderClaims): Promise<boolean>;
  getSecrets(operatorId: string): Promise<OperatorSecrets>;
  list(page: Page): Promise<Operator[]>;
  listByIds(operatorIds: readonly string[]): Promise<Operator[]>;
  /** Locks all owners until the end of the transaction, so that two of them cannot remove each other. Returns their ids. */
  lockOwners(): Promise<string[]>;
  /** Locks the operator until the end of the transaction. False when there is none. */
  lock(operatorId: string): Promise<boolean>;
  setRole(operatorId: string, role: Role): Promise<void>;
  /** Empty: every client. */
  bindTo(operatorId: string, clientIds: readonly string[]): Promise<void>;
  rename(operatorId: string, name: string): Promise<void>;
  setPassword(operatorId: string, passwordHash: string): Promise<void>;
  /** Including their sessions. */
  delete(operatorId: string): Promise<void>;
  setPendingTotp(operatorId: string, secret: string): Promise<void>;
  /** Activates the pending secret. */
  confirmTotp(operatorId: string): Promise<void>;
  removeTotp(operatorId: string): Promise<void>;
  /** False when this or a later counter value was used before: a one-time password works for one sign-in. */
  useTotpCounter(operatorId: string, counter: number): Promise<boolean>;
}

export interface OperatorSessionRepository {
  create(session: {
    id: string;
    operatorId: string;
    tokenHash: Buffer;
    device: string | null;
    byPasskey: boolean;
    /** Null: not opened through the provider. */
    providerSecondFactor: boolean | null;
  }): Promise<void>;
  /** Null when unknown, ended or idle for too long. Records the use, at most once a minute. */
  find(tokenHash: Buffer): Promise<SignedInOperator | null>;
  /** Active sessions, most recently used first. */
  list(operatorId: string): Promise<OperatorSession[]>;
  /** False when the operator has no such session. */
  end(operatorId: string, sessionId: string): Promise<boolean>;
  endAllBut(operatorId: string, sessionId: string): Promise<void>;
  endAll(operatorId: string): Promise<void>;
  deleteEnded(limit: number): Promise<number>;
}

export interface InvitationRepository {
  /** Replaces an earlier one to the same address. */
  create(invitation: {
    id: string;
    email: string;
    role: Role;
    tokenHash: Buffer;
    invitedBy: string;
  }): Promise<Invitation>;
  list(page: Page): Promise<Invitation[]>;
  find(invitationId: string): Promise<Invitation | null>;
  /** False when there is none. */
  delete(invitationId: string): Promise<boolean>;
  /** Uses it up. Null when unknown, used or expired. `invitedBy`: the operator who sent it, who may be gone. */
  redeem(tokenHash: Buffer): Promise<(Invitation & { invitedBy: string }) | null>;
}

export interface PasskeyRepository {
  create(passkey: Omit<Passkey, 'lastUsedAt' | 'createdAt'>): Promise<Passkey>;
  /** Newest first. */
  list(operatorId: string): Promise<Passkey[]>;
  findByCredential(credentialId: string): Promise<Passkey | null>;
  /** False when the operator has no such passkey. */
  rename(operatorId: string, passkeyId: string, name: string): Promise<boolean>;
  delete(operatorId: string, passkeyId: string): Promise<boolean>;
  /** False when another use has already advanced the counter. */
  noteUse(passkeyId: string, counter: number): Promise<boolean>;
  /** For the operator who registers a passkey, or null for a sign-in. */
  keepChallenge(challenge: string, operatorId: string | null): Promise<void>;
  /** Uses it up. False when it is unknown, used, too old, or belongs to somebody else. */
  redeemChallenge(challenge: string, operatorId: string | null): Promise<boolean>;
  deleteEndedChallenges(limit: number): Promise<number>;
}

/** Running sign-ins at the OpenID provider, by the hash of the browser's secret. */
export interface ProviderSignInRepository {
  create(tokenHash: Buffer, returnTo: string): Promise<void>;
  /** Uses it up, and returns where to continue. Null when it is unknown, used or too old. */
  redeem(tokenHash: Buffer): Promise<string | null>;
  deleteEnded(limit: number): Promise<number>;
}

export interface RecoveryCodeRepository {
  /** Replaces all earlier codes; an empty list leaves none. */
  replace(operatorId: string, codes: readonly string[]): Promise<void>;
  /** Uses the code up. False when the operator has no such unused code. */
  use(operatorId: string, code: string): Promise<boolean>;
  count(operatorId: string): Promise<number>;
}

/** `source` is the origin of tries: a network address, or the session of a signed-in operator. */
export interface SignInTryRepository {
  /** Counts a try before it is judged: of many simultaneous tries, only the allowed number gets an answer. */
  begin(email: string, source: string): Promise<{ allowed: boolean; last: boolean; secondsLeft: number }>;
  /** Takes the count of a try back. */
  takeBack(email: string, source: string): Promise<void>;
  /** The credentials were right: the source starts from zero, and is known from now on. */
  succeed(email: string, source: string): Promise<void>;
  deleteEnded(limit: number): Promise<number>;
}

/** Data of which the installation has one. */
export interface InstallationRepository {
  /** A key of 32 bytes for one purpose, derived from the installation's key (HKDF): the same in every process. */
  deriveKey(purpose: string): Promise<Buffer>;
  /** Hash of the token that admits the first owner; null once it was used. */
  readSetUpToken(): Promise<Buffer | null>;
  setSetUpToken(tokenHash: Buffer): Promise<void>;
  /** True for the caller that used it up: it is gone then. */
  redeemSetUpToken(tokenHash: Buffer): Promise<boolean>;
  /** Deletes it unused: an owner was created in another way. */
  dropSetUpToken(): Promise<void>;
  /** Records that the database was backed up just now. */
  noteBackUp(): Promise<void>;
}
