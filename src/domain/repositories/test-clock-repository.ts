export interface TestClock {
  /** The database's real time plus the offset. */
  now: Date;
  offsetSeconds: number;
}

/**
 * The virtual clock of a client in test mode. Moving it forward brings every deadline of the client nearer by the same time. The database's
 * clock does not change, and other clients are not affected.
 */
export interface TestClockRepository {
  read(clientId: string): Promise<TestClock>;
  /** Returns the clock after the move. The caller checks that the client is in test mode. */
  advance(clientId: string, seconds: number): Promise<TestClock>;
}
