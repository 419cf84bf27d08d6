/** The one word a host app can trust about an attempt. */
export const verificationStatuses = [
  'pending',
  'running',
  'verified',
  'reviewNeeded',
  'rejected',
  'cancelled',
  'expired',
  'deleted',
] as const;

export type VerificationStatus = (typeof verificationStatuses)[number];

/** The verdicts: statuses that a decision, automatic or manual, can give. */
export const verdicts = ['verified', 'reviewNeeded', 'rejected'] as const;
export type Verdict = (typeof verdicts)[number];

/** Every permitted move; the repositories refuse all others with a guarded update. */
export const verificationMoves: Readonly<Record<VerificationStatus, readonly VerificationStatus[]>> = {
  pending: ['running', 'cancelled', 'expired', 'deleted'],
  running: ['verified', 'reviewNeeded', 'rejected', 'deleted'],
  verified: ['reviewNeeded', 'rejected', 'deleted'],
  reviewNeeded: ['verified', 'rejected', 'deleted'],
  rejected: ['verified', 'reviewNeeded', 'deleted'],
  cancelled: ['deleted'],
  expired: ['deleted'],
  deleted: [],
};

export function isVerdict(status: VerificationStatus): status is Verdict {
  return (verdicts as readonly string[]).includes(status);
}
