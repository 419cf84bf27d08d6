/** Requests that one key may make in a window. */
export interface RateLimit {
  requests: number;
  windowSeconds: number;
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
