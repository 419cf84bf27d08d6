/** Requests that one key may make in a window. */
export interface RateLimit {
  requests: number;
  windowSeconds: number;
  /**
   * A key that goes beyond its limit waits this long instead of for the end of the window: at least a window, twice as long each
   * further time within the hour, at most `longestSeconds`.
   */
  pause?: { firstSeconds: number; longestSeconds: number };
}

export interface RateCount {
  allowed: boolean;
  remaining: number;
  resetSeconds: number;
}

/** Counts requests by name and key, shared by all API processes where it can be. It is never off. */
export interface RateCounter {
  count(name: string, key: string): Promise<RateCount>;
  close(): Promise<void>;
}
