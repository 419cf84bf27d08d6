import { createHmac, hkdfSync } from 'node:crypto';
import type { Role } from './role.ts';

/** A person who runs the service. */
export interface Operator {
  id: string;
  email: string;
  name: string;
  role: Role;
  totpEnabled: boolean;
  lastSeenAt: Date | null;
  createdAt: Date;
}

/** Who calls with a sign-in cookie. */
export interface SignedInOperator {
  /** The operator's id: what the audit log names. */
  actorId: string;
  sessionId: string;
  role: Role;
}

export interface Invitation {
  id: string;
  email: string;
  role: Role;
  expiresAt: Date;
}

/** A sign-in ends after so many hours, and sooner without a request for so long; both by the database's clock. */
export const signInHours = 12;
export const idleSignInMinutes = 120;
export const invitationDays = 7;

/** Wrong passwords and one-time passwords for one address before it is locked, and for how long. */
export const signInTries = 5;
export const lockOutMinutes = 15;

/**
 * An e-mail address as a keyed hash, by which its operator is found. Case does not count; everything else does, since it may
 * belong to somebody else's mailbox.
 */
export function operatorEmailDigest(installationKey: Buffer, email: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', installationKey, Buffer.alloc(0), 'operator-email', 32));
  return createHmac('sha256', key).update(email.normalize('NFKC').toLowerCase()).digest();
}
