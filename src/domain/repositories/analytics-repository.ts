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
  /**
   * Exact at the time of the call: whole hours that nothing has changed in come from rollups, everything else is counted. Medians have two
   * significant digits.
   */
  read(span: { clientId: string; flowId: string | null; from: Date; to: Date }): Promise<AnalyticsFigures>;
  /** Clients with hours that are over and have no rollup yet, or an outdated one. */
  listToRollUp(): Promise<string[]>;
  /** Makes some of these rollups, in a transaction that it needs. Returns whether more are to be made. */
  rollUp(clientId: string): Promise<boolean>;
}
