import { createRequire } from 'node:module';
import ipaddr from 'ipaddr.js';
import { open, type Reader, type Response } from 'maxmind';
import { z } from 'zod';
import { isCountryCode } from '../../domain/documents/country-code.ts';
import type { NetworkPlace, NetworkPlaces } from '../../domain/ports/network-places.ts';

const truth = z.boolean().nullish().catch(null);

/** How an address can be hidden, by the names in the databases. */
const hidings = {
  is_anonymous: truth,
  is_anonymous_proxy: truth,
  is_anonymous_vpn: truth,
  is_hosting_provider: truth,
  is_public_proxy: truth,
  is_residential_proxy: truth,
  is_tor_exit_node: truth,
};

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
  traits: z.object(hidings).nullish().catch(null),
  ...hidings,
});

const nothing: NetworkPlace = { country: null, place: null, hosting: null, vpn: null, tor: null, proxy: null };
const nothingHidden: NetworkPlace = { ...nothing, hosting: false, vpn: false, tor: false, proxy: false };

/** The countries of networks according to the registries, without cities and without data on VPNs. */
export function packagedGeoipFile(): string {
  return createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  );
}

/**
 * Looks addresses up in files of MaxMind's format, and takes each value from the first file that has it: locations and anonymous networks
 * are sold separately. A network that one file calls hidden is hidden.
 * @throws when a file cannot be read
 */
export async function createMmdbNetworkPlaces(files: readonly string[]): Promise<NetworkPlaces> {
  const readers = await Promise.all(files.map((file) => open<Response>(file)));
  const types = readers.map(({ metadata }) => metadata.databaseType);
  return {
    // A type that is not known here counts as one that cannot tell: an unnecessary warning does no harm.
    knows: {
      places: types.some((type) => /City|Enterprise|Insights/i.test(type)),
      hiddenNetworks: types.some(isAnonymous),
    },

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

const isAnonymous = (databaseType: string) => /Anonymous/i.test(databaseType);

function lookUp(reader: Reader<Response>, address: string): NetworkPlace {
  const entry = reader.get(address);
  const parsed = entrySchema.safeParse(entry ?? {});
  const known = parsed.success ? placeOf(parsed.data) : nothing;
  if (!isAnonymous(reader.metadata.databaseType)) return known;
  // These databases contain a field only where it is true, and no other addresses: a missing field is false. An entry of another shape
  // says nothing.
  const isUnderstood = entry === null || Object.values({ ...known, country: null, place: null }).includes(true);
  return isUnderstood ? completed(known, nothingHidden) : known;
}

function completed(known: NetworkPlace, more: NetworkPlace): NetworkPlace {
  return {
    country: known.country ?? more.country,
    place: known.place ?? more.place,
    hosting: eitherOf(known.hosting, more.hosting),
    vpn: eitherOf(known.vpn, more.vpn),
    tor: eitherOf(known.tor, more.tor),
    proxy: eitherOf(known.proxy, more.proxy),
  };
}

/** A file that does not know how a network is hidden does not outweigh one that does, whichever is named first. */
const eitherOf = (one: boolean | null, other: boolean | null) =>
  one === true || other === true ? true : (one ?? other);

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
    ...hiddenBy((name) => entry.traits?.[name] ?? entry[name] ?? null),
  };
}

function hiddenBy(says: (name: keyof typeof hidings) => boolean | null) {
  const [hosting, vpn, tor] = [says('is_hosting_provider'), says('is_anonymous_vpn'), says('is_tor_exit_node')];
  const proxies = [says('is_public_proxy'), says('is_residential_proxy'), says('is_anonymous_proxy')];
  const isNamed = [hosting, vpn, tor, ...proxies].includes(true);
  const isProxy = proxies.includes(true) || (says('is_anonymous') === true && !isNamed);
  // What is said not to be anonymous is no proxy; one kind that it is not says nothing of the others.
  const isNone = says('is_anonymous') === false || !proxies.includes(null);
  return { hosting, vpn, tor, proxy: isProxy ? true : isNone ? false : null };
}
