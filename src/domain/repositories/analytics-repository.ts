/** The SDK's screen events: names and codes, never a value of the person. */
export interface AnalyticsEvent {
  eventId: string;
  kind: string;
  name: string;
  stepId: string | null;
  code: string | null;
  durationMs: number | null;
  at: Date;
}

/** One client's figures for a period, by the start of the attempts. */
export interface AnalyticsFigures {
  totals: {
    started: number;
    inputsCompleted: number;
    verified: number;
    reviewNeeded: number;
    rejected: number;
    cancelled: number;
    expired: number;
    medianMsToVerdict: number | null;
  };
  days: { date: string; started: number; verified: number; reviewNeeded: number; rejected: number }[];
  funnel: {
    flowId: string;
    stepId: string;
    type: string;
    reached: number;
    submitted: number;
    finished: number;
    skipped: number;
    medianMs: number | null;
  }[];
  errors: { code: string; platform: string; country: string | null; count: number }[];
}

export interface AnalyticsRepository {
  /** Returns the number of new events: a repeated event counts once. */
  add(
    owner: {
      clientId: string;
      identityId: string;
      verificationId: string;
      platform: string;
      country: string | null;
    },
    events: readonly AnalyticsEvent[],
  ): Promise<number>;
  read(span: { clientId: string; flowId: string | null; from: Date; to: Date }): Promise<AnalyticsFigures>;
}
