import { createHmac, hkdfSync } from 'node:crypto';
import type { Role } from './role.ts';

/** A person who operates the service. */
export interface Operator {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** The clients that they may work on. Empty: every client. */
  clientIds: readonly string[];
  totpEnabled: boolean;
  hasPassword: boolean;
  /** Whether they have signed in through the OpenID provider. */
  linkedToProvider: boolean;
  lastSeenAt: Date | null;
  createdAt: Date;
}

/** The caller with a session cookie. */
export interface SignedInOperator {
  /** The operator's id, which the audit log names. */
  actorId: string;
  sessionId: string;
  role: Role;
  /** The clients that they may work on. Empty: every client. */
  clientIds: readonly string[];
  /** Whether signing in requires more than a password. */
  hasSecondFactor: boolean;
}

/** One browser in which an operator is signed in. */
export interface OperatorSession {
  id: string;
  /** Browser and system in words; null when the browser did not say. */
  device: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  endsAt: Date;
}

/** Whether the operator may work on the client. */
export function mayWorkOn({ clientIds }: Pick<Operator, 'clientIds'>, clientId: string): boolean {
  return clientIds.length === 0 || clientIds.includes(clientId);
}

/** An operator's WebAuthn credential. */
export interface Passkey {
  id: string;
  operatorId: string;
  name: string;
  /** Base64url, as WebAuthn writes it. */
  credentialId: string;
  /** COSE. */
  publicKey: Buffer;
  counter: number;
  transports: string[];
  lastUsedAt: Date | null;
  createdAt: Date;
}

/** The minutes in which an authenticator may answer a challenge. */
export const passkeyChallengeMinutes = 5;

export interface Invitation {
  id: string;
  email: string;
  role: Role;
  expiresAt: Date;
}

/** A session ends after this many hours, and sooner without requests; both by the database's clock. */
export const signInHours = 12;
export const idleSignInMinutes = 120;
export const invitationDays = 7;

/** Wrong passwords and codes for one email address from one network address before that pair is locked, and for how long. */
export const signInTries = 5;
export const lockOutMinutes = 15;
/**
 * Wrong ones for one email address from all networks within this many minutes. A single network address cannot reach this limit, and it
 * does not affect a network address from which the operator has signed in recently.
 */
export const accountTries = 50;
export const accountTriesMinutes = 60;
export const knownSourceDays = 30;

/**
 * The keyed hash of an email address, by which its operator is found. Case is ignored; everything else counts, since it may make a
 * different mailbox.
 */
export function operatorEmailDigest(installationKey: Buffer, email: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', installationKey, Buffer.alloc(0), 'operator-email', 32));
  return createHmac('sha256', key).update(email.normalize('NFKC').toLowerCase()).digest();
}

/** The keyed hash of a pair of email address and place from which tries come. */
export function signInSourceDigest(installationKey: Buffer, email: string, source: string): Buffer {
  return createHmac('sha256', operatorEmailDigest(installationKey, email)).update(source).digest();
}
