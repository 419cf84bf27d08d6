import type { VerificationStatus } from './verification-status.ts';

/** The status that the SDK sees: its progress, never the verdict, which is for the backend alone. */
export const sessionStatuses = ['pending', 'running', 'finished', 'cancelled', 'expired'] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

export const sessionStatusOf: Readonly<Record<VerificationStatus, SessionStatus>> = {
  pending: 'pending',
  running: 'running',
  verified: 'finished',
  reviewNeeded: 'finished',
  rejected: 'finished',
  cancelled: 'cancelled',
  expired: 'expired',
  deleted: 'cancelled',
};
