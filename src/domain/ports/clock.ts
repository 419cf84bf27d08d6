/** The time of this process. Expiry is not decided by it but by the database's clock. */
export interface Clock {
  now(): Date;
}
