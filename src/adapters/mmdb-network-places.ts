import { createRequire } from 'node:module';
import ipaddr from 'ipaddr.js';
import { open, type Response } from 'maxmind';
import { z } from 'zod';
import { isCountryCode } from '../domain/country-code.ts';
import type { NetworkPlaces } from '../domain/ports/network-places.ts';

const truth = z.boolean().nullish().catch(null);

/** The words of the usual databases: countries alone (`country_code`), MaxMind's City, Enterprise and Anonymous IP. */
const entrySchema = z.object({
  country_code: z.string().nullish().catch(null),
  country: z.object({ iso_code: z.string().nullish() }).nullish().catch(null),
  location: z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      accuracy_radius: z.number().nullish(),
    })
    .nullish()
    .catch(null),
  traits: z
    .object({ is_hosting_provider: truth, is_anonymous_vpn: truth, is_tor_exit_node: truth })
    .nullish()
    .catch(null),
  is_hosting_provider: truth,
  is_anonymous_vpn: truth,
  is_tor_exit_node: truth,
});

const nothing = { country: null, place: null, hosting: null, vpn: null, tor: null };

/** The countries of networks as the registries give them, without cities and without a word on VPNs. */
export function packagedGeoipFile(): string {
  return createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  );
}

/** Looks addresses up in a file of MaxMind's format. @throws when the file cannot be read */
export async function createMmdbNetworkPlaces(file: string): Promise<NetworkPlaces> {
  const reader = await open<Response>(file);
  return {
    find(address) {
      if (!ipaddr.isValid(address)) return nothing;
      const parsed = entrySchema.safeParse(reader.get(ipaddr.process(address).toString()));
      return parsed.success ? placeOf(parsed.data) : nothing;
    },
  };
}

function placeOf(entry: z.output<typeof entrySchema>) {
  const country = entry.country?.iso_code ?? entry.country_code ?? null;
  const { location } = entry;
  return {
    country: country !== null && isCountryCode(country) ? country : null,
    place: location
      ? {
          latitude: location.latitude,
          longitude: location.longitude,
          accuracyMeters: location.accuracy_radius == null ? null : location.accuracy_radius * 1000,
        }
      : null,
    // A database that has the word says it where it is true and often leaves it out where it is not.
    hosting: entry.traits?.is_hosting_provider ?? entry.is_hosting_provider ?? null,
    vpn: entry.traits?.is_anonymous_vpn ?? entry.is_anonymous_vpn ?? null,
    tor: entry.traits?.is_tor_exit_node ?? entry.is_tor_exit_node ?? null,
  };
}
