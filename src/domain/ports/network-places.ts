import type { Place } from '../traits.ts';

/** The location of a network address according to a database; null when the database does not know. */
export interface NetworkPlace {
  country: string | null;
  /** Null with databases that contain only countries. */
  place: Place | null;
  hosting: boolean | null;
  vpn: boolean | null;
  tor: boolean | null;
  /** A proxy, or anonymous in another way than the others. */
  proxy: boolean | null;
}

export interface NetworkPlaces {
  find(address: string): NetworkPlace;
  knows: NetworkKnowledge;
}

/** What the databases can tell of addresses. */
export interface NetworkKnowledge {
  /** Coordinates of networks, and not their countries alone. */
  places: boolean;
  /** VPNs, proxies, hosting providers and Tor exits. */
  hiddenNetworks: boolean;
}

/** The country of a network address (ISO 3166-1 alpha-2); null when unknown. */
export type FindCountry = (networkAddress: string) => string | null;
