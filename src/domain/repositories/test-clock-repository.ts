export interface TestClock {
  /** The real time of the database, moved on by the offset. */
  now: Date;
  offsetSeconds: number;
}

/**
 * The virtual clock of a client in test mode. Moving it on brings every deadline of the client nearer by as much: the present
 * of the database stays what it is, and no other client notices.
 */
export interface TestClockRepository {
  read(clientId: string): Promise<TestClock>;
  /** Answers the clock after the move. The caller makes sure that the client is in test mode. */
  advance(clientId: string, seconds: number): Promise<TestClock>;
}
