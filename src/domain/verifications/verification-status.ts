/** The status of an attempt, which host apps can rely on. */
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

/** The verdicts: statuses that an automatic or manual decision can give. */
export const verdicts = ['verified', 'reviewNeeded', 'rejected'] as const;
export type Verdict = (typeof verdicts)[number];

/** Every permitted move. The repositories refuse all others with a guarded update. */
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
