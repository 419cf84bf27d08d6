/** The time of this process. Expiry is decided by the database's clock instead. */
export interface Clock {
  now(): Date;
}
