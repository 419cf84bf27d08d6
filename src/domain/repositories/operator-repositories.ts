import type { Invitation, Operator, OperatorSession, Passkey, SignedInOperator } from '../operators/operator.ts';
import type { Role } from '../operators/role.ts';
import type { ProviderClaims } from '../operators/single-sign-on.ts';
import type { Page } from './webhook-repositories.ts';

export interface OperatorSecrets {
  /** Null: the provider alone signs them in. */
  passwordHash: string | null;
  /** Base32, in force. */
  totpSecret: string | null;
  /** Base32, not confirmed yet. */
  pendingTotpSecret: string | null;
}

/** People are sealed under the installation's key; an e-mail address finds its operator by a keyed hash. */
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
  /** The operator who is linked to the person at the provider. */
  findByProvider(person: ProviderClaims): Promise<Operator | null>;
  /** False when the operator is linked already, to this person or another. */
  linkToProvider(operatorId: string, person: ProviderClaims): Promise<boolean>;
  getSecrets(operatorId: string): Promise<OperatorSecrets>;
  list(page: Page): Promise<Operator[]>;
  listByIds(operatorIds: readonly string[]): Promise<Operator[]>;
  /** Holds all owners to the end of the transaction, so that two of them cannot remove each other. Answers their ids. */
  lockOwners(): Promise<string[]>;
  setRole(operatorId: string, role: Role): Promise<void>;
  /** Empty: every client. */
  bindTo(operatorId: string, clientIds: readonly string[]): Promise<void>;
  rename(operatorId: string, name: string): Promise<void>;
  setPassword(operatorId: string, passwordHash: string): Promise<void>;
  /** With their sessions. */
  delete(operatorId: string): Promise<void>;
  setPendingTotp(operatorId: string, secret: string): Promise<void>;
  /** The pending secret comes into force. */
  confirmTotp(operatorId: string): Promise<void>;
  removeTotp(operatorId: string): Promise<void>;
  /** False when this or a later counter value was used before: a one-time password is good for one sign-in. */
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
  /** Null when unknown, ended or idle for too long. Notes the use, once a minute at most. */
  find(tokenHash: Buffer): Promise<SignedInOperator | null>;
  /** Those that are alive, the one that was used last first. */
  list(operatorId: string): Promise<OperatorSession[]>;
  /** False when the operator has no such session. */
  end(operatorId: string, sessionId: string): Promise<boolean>;
  endAllBut(operatorId: string, sessionId: string): Promise<void>;
  endAll(operatorId: string): Promise<void>;
  deleteEnded(limit: number): Promise<number>;
}

export interface InvitationRepository {
  /** An earlier one to the same address goes. */
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
  /** Uses it up. Null when unknown, used or expired. */
  redeem(tokenHash: Buffer): Promise<Invitation | null>;
}

export interface PasskeyRepository {
  create(passkey: Omit<Passkey, 'lastUsedAt' | 'createdAt'>): Promise<Passkey>;
  /** Newest first. */
  list(operatorId: string): Promise<Passkey[]>;
  findByCredential(credentialId: string): Promise<Passkey | null>;
  /** False when the operator has no such passkey. */
  rename(operatorId: string, passkeyId: string, name: string): Promise<boolean>;
  delete(operatorId: string, passkeyId: string): Promise<boolean>;
  /** False when another use has counted further meanwhile. */
  noteUse(passkeyId: string, counter: number): Promise<boolean>;
  /** For the operator who registers a passkey, or null for a sign-in. */
  keepChallenge(challenge: string, operatorId: string | null): Promise<void>;
  /** Uses it up. False when it is unknown, used, too old, or was kept for somebody else. */
  redeemChallenge(challenge: string, operatorId: string | null): Promise<boolean>;
  deleteEndedChallenges(limit: number): Promise<number>;
}

/** Sign-ins under way at the OpenID provider, by the hash of the browser's secret. */
export interface ProviderSignInRepository {
  create(tokenHash: Buffer, returnTo: string): Promise<void>;
  /** Uses it up, and answers where to go on. Null when it is unknown, used or too old. */
  redeem(tokenHash: Buffer): Promise<string | null>;
  deleteEnded(limit: number): Promise<number>;
}

export interface RecoveryCodeRepository {
  /** Those before go; an empty list leaves none. */
  replace(operatorId: string, codes: readonly string[]): Promise<void>;
  /** Uses the code up. False when the operator has no such code left. */
  use(operatorId: string, code: string): Promise<boolean>;
  count(operatorId: string): Promise<number>;
}

/** `source` is where tries come from: a network address, or the session of somebody who is signed in. */
export interface SignInTryRepository {
  /** Counts a try before it is judged: of many at once, only as many as are allowed get an answer. */
  begin(email: string, source: string): Promise<{ allowed: boolean; last: boolean; secondsLeft: number }>;
  /** The try did not count after all. */
  takeBack(email: string, source: string): Promise<void>;
  /** The credentials were right: the source starts from zero, and is known from now on. */
  succeed(email: string, source: string): Promise<void>;
  deleteEnded(limit: number): Promise<number>;
}

/** What there is once. */
export interface InstallationRepository {
  /** A key of 32 bytes for one purpose, derived from the installation's key (HKDF): the same in every process. */
  deriveKey(purpose: string): Promise<Buffer>;
  /** Hash of the token that lets the first owner in; null once it was used. */
  readSetUpToken(): Promise<Buffer | null>;
  setSetUpToken(tokenHash: Buffer): Promise<void>;
  /** True for the one who used it up: it is gone then. */
  redeemSetUpToken(tokenHash: Buffer): Promise<boolean>;
  /** Without using it: an owner has come another way. */
  dropSetUpToken(): Promise<void>;
  /** The database was copied elsewhere just now. */
  noteBackUp(): Promise<void>;
  /** When it was last copied, as far as the service knows. */
  readBackUpTime(): Promise<Date | null>;
}
