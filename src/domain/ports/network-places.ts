import type { Place } from '../traits.ts';

/** Where a network address is, as a database says; null where the database does not know. */
export interface NetworkPlace {
  country: string | null;
  /** Null with databases of countries alone. */
  place: Place | null;
  hosting: boolean | null;
  vpn: boolean | null;
  tor: boolean | null;
}

export interface NetworkPlaces {
  find(address: string): NetworkPlace;
}
