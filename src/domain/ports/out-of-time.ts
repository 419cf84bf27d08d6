/**
 * A decoder did not finish within the server's time limit, or the system killed it. That says nothing about the file: the work is tried
 * again, and ends as a check that could not be carried out.
 */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';

  constructor(decoder: string) {
    super(`${decoder} ran out of the server's time`);
  }
}
