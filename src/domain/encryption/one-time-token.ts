/**
 * The purpose of a one-time token: to open a verification that the backend started, or a session on another device. A `watch` token stays
 * with the device that handed its session over: it shows the other device's progress, and takes the session back once.
 */
export const tokenPurposes = ['client', 'handOver', 'watch'] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

/** Lifetimes by the database's clock. */
export const clientTokenHours = 24;
export const handOverMinutes = 10;
/** The longest possible session. */
export const watchHours = 24;

/** A token that was found, and is unused and valid. */
export interface OneTimeToken {
  verificationId: string;
  /** The session that is handed over. */
  sessionId: string | null;
  expiresAt: Date;
  /** The database's time at which it was judged. */
  at: Date;
}
