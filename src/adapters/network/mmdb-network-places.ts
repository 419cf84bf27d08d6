import { createRequire } from 'node:module';
import ipaddr from 'ipaddr.js';
import { open, type Reader, type Response } from 'maxmind';
import { z } from 'zod';
import { isCountryCode } from '../../domain/documents/country-code.ts';
import type { NetworkPlace, NetworkPlaces } from '../../domain/ports/network-places.ts';

const truth = z.boolean().nullish().catch(null);

/** The fields of the usual databases: countries alone (`country_code`), MaxMind's City, Enterprise and Anonymous IP. */
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

const nothing: NetworkPlace = { country: null, place: null, hosting: null, vpn: null, tor: null };
const nothingHidden: NetworkPlace = { ...nothing, hosting: false, vpn: false, tor: false };

/** The countries of networks according to the registries, without cities and without data on VPNs. */
export function packagedGeoipFile(): string {
  return createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  );
}

/**
 * Looks addresses up in files of MaxMind's format, and takes each value from the first file that has it: locations and anonymous networks
 * are sold separately.
 * @throws when a file cannot be read
 */
export async function createMmdbNetworkPlaces(files: readonly string[]): Promise<NetworkPlaces> {
  const readers = await Promise.all(files.map((file) => open<Response>(file)));
  return {
    find(address) {
      if (!ipaddr.isValid(address)) return nothing;
      const spelled = ipaddr.process(address).toString();
      return readers.map((reader) => lookUp(reader, spelled)).reduce(completed, nothing);
    },
  };
}

/** The file's build time, as stated in the file. @throws when it cannot be read */
export async function readBuildTime(file: string): Promise<Date> {
  return (await open<Response>(file)).metadata.buildEpoch;
}

function lookUp(reader: Reader<Response>, address: string): NetworkPlace {
  const parsed = entrySchema.safeParse(reader.get(address) ?? {});
  const known = parsed.success ? placeOf(parsed.data) : nothing;
  // These databases contain a field only where it is true, and no other addresses: a missing field is false.
  return /Anonymous/i.test(reader.metadata.databaseType) ? completed(known, nothingHidden) : known;
}

function completed(known: NetworkPlace, more: NetworkPlace): NetworkPlace {
  return {
    country: known.country ?? more.country,
    place: known.place ?? more.place,
    hosting: known.hosting ?? more.hosting,
    vpn: known.vpn ?? more.vpn,
    tor: known.tor ?? more.tor,
  };
}

function placeOf(entry: z.output<typeof entrySchema>): NetworkPlace {
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
    hosting: entry.traits?.is_hosting_provider ?? entry.is_hosting_provider ?? null,
    vpn: entry.traits?.is_anonymous_vpn ?? entry.is_anonymous_vpn ?? null,
    tor: entry.traits?.is_tor_exit_node ?? entry.is_tor_exit_node ?? null,
  };
}
