/** The requests that one key may make in a window. */
export interface RateLimit {
  requests: number;
  windowSeconds: number;
  /**
   * A key that exceeds its limit waits this long instead of until the end of the window: at least one window, doubled each further time
   * within the hour, at most `longestSeconds`.
   */
  pause?: { firstSeconds: number; longestSeconds: number };
}

export interface RateCount {
  allowed: boolean;
  remaining: number;
  resetSeconds: number;
}

/** Counts requests by name and key, shared by all API processes where possible. It is always active. */
export interface RateCounter {
  count(name: string, key: string): Promise<RateCount>;
  close(): Promise<void>;
}
