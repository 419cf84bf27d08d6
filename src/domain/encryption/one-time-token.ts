/**
 * What a one-time token opens: a verification that the backend started, or a session for another device. A `watch` token stays
 * with the device that handed its session over: it shows how far the other device is, and takes the session back once.
 */
export const tokenPurposes = ['client', 'handOver', 'watch'] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

/** Lifetimes by the database's clock. */
export const clientTokenHours = 24;
export const handOverMinutes = 10;
/** As long as a session can last. */
export const watchHours = 24;

/** A token that was found, unused and alive. */
export interface OneTimeToken {
  verificationId: string;
  /** The session that is handed over. */
  sessionId: string | null;
  expiresAt: Date;
  /** The database's clock, by which it was judged. */
  at: Date;
}
