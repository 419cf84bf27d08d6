/** What a one-time token opens: a verification that the backend started, or a session for another device. */
export const tokenPurposes = ['client', 'handOver'] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

/** Lifetimes by the database's clock. */
export const clientTokenHours = 24;
export const handOverMinutes = 10;

/** A token that was found, unused and alive. */
export interface OneTimeToken {
  verificationId: string;
  /** The session that is handed over. */
  sessionId: string | null;
  expiresAt: Date;
  /** The database's clock, by which it was judged. */
  at: Date;
}
