import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMmdbNetworkPlaces, packagedGeoipFile } from '../../../src/adapters/network/mmdb-network-places.ts';
import { openNetworkPlaces } from '../../../src/adapters/network/open-network-places.ts';
import { writeMmdbFile } from '../../support/files/mmdb-file.ts';

let dir: string;
let city: string;
let anonymous: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'verify-mmdb-'));
  city = join(dir, 'city.mmdb');
  anonymous = join(dir, 'anonymous.mmdb');
  const tokyo = { latitude: 35.6762, longitude: 139.6503, accuracy_radius: 20, time_zone: 'Asia/Tokyo' };
  writeMmdbFile(city, 'GeoIP2-City', {
    '203.0.113.0/25': { country: { iso_code: 'JP', names: { en: 'Japan' } }, location: tokyo },
    '203.0.113.128/25': { country: { iso_code: 'BR' }, location: { latitude: -23.5, longitude: -46.6 } },
    '2001:db8::/32': { country: { iso_code: 'PT' }, traits: { is_anonymous_proxy: true } },
    '198.51.100.0/24': { country: { iso_code: 'DE' }, location: { latitude: 'north', longitude: 7.5 } },
    '192.0.2.0/24': 'not a record at all',
  });
  writeMmdbFile(anonymous, 'GeoIP2-Anonymous-IP', {
    '203.0.113.1/32': { is_anonymous: true, is_anonymous_vpn: true },
    '203.0.113.2/32': { is_anonymous: true, is_hosting_provider: true },
    '2001:db8::9/128': { is_anonymous: true, is_tor_exit_node: true },
    '203.0.113.5/32': { is_anonymous: true, is_public_proxy: true },
    '203.0.113.6/32': { is_anonymous: true, is_residential_proxy: true },
    '203.0.113.7/32': { is_anonymous: true },
    '203.0.113.8/32': { is_anonymous: true, vpn: 'PrivateNet' },
    '203.0.113.9/32': { is_anonymous_vpn: 'true', is_hosting_provider: 1 },
    '203.0.113.10/32': { vpn: true },
    '203.0.113.11/32': 'a VPN',
  });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const tokyoPlace = { latitude: 35.6762, longitude: 139.6503, accuracyMeters: 20_000 };
const unhidden = { hosting: false, vpn: false, tor: false, proxy: false };
const unknown = { hosting: null, vpn: null, tor: null, proxy: null };

describe('places of networks', () => {
  it('say what their databases can tell', async () => {
    const none = { places: false, hiddenNetworks: false };
    const knows = async (files: string[]) => (await createMmdbNetworkPlaces(files)).knows;
    expect(await knows([packagedGeoipFile()])).toEqual(none);
    expect(await knows([city])).toEqual({ ...none, places: true });
    expect(await knows([anonymous])).toEqual({ ...none, hiddenNetworks: true });
    expect(await knows([city, anonymous])).toEqual({ places: true, hiddenNetworks: true });
  });

  it('come with coordinates and their radius from a database of cities, which knows nothing of hidden networks', async () => {
    const places = await createMmdbNetworkPlaces([city]);
    expect(places.find('203.0.113.1')).toEqual({ country: 'JP', place: tokyoPlace, ...unknown });
    expect(places.find('::ffff:203.0.113.200')).toEqual({
      country: 'BR',
      place: { latitude: -23.5, longitude: -46.6, accuracyMeters: null },
      ...unknown,
    });
    expect(places.find('2001:db8:1::1')).toEqual({ country: 'PT', place: null, ...unknown, proxy: true });
  });

  it('come with VPN, hosting and Tor from a database of anonymous addresses; an address that it leaves out is none of them', async () => {
    const places = await createMmdbNetworkPlaces([anonymous]);
    expect(places.find('203.0.113.1')).toEqual({ country: null, place: null, ...unhidden, vpn: true });
    expect(places.find('203.0.113.2')).toEqual({ country: null, place: null, ...unhidden, hosting: true });
    expect(places.find('2001:db8::9')).toEqual({ country: null, place: null, ...unhidden, tor: true });
    expect(places.find('203.0.113.3')).toEqual({ country: null, place: null, ...unhidden });
  });

  it('are hidden by a proxy, and in every way that the database gives no name', async () => {
    const places = await createMmdbNetworkPlaces([anonymous]);
    for (const last of [5, 6, 7, 8]) {
      expect(places.find(`203.0.113.${last}`)).toEqual({ country: null, place: null, ...unhidden, proxy: true });
    }
  });

  it('are unknown, and not ordinary, if an entry of a database of anonymous addresses has another shape', async () => {
    const places = await createMmdbNetworkPlaces([anonymous]);
    for (const last of [9, 10, 11]) {
      expect(places.find(`203.0.113.${last}`)).toEqual({ country: null, place: null, ...unknown });
    }
  });

  it('are combined from both, whichever is named first', async () => {
    for (const files of [
      [city, anonymous],
      [anonymous, city],
    ]) {
      const places = await createMmdbNetworkPlaces(files);
      expect(places.find('203.0.113.1')).toEqual({ country: 'JP', place: tokyoPlace, ...unhidden, vpn: true });
      // Each names another way in which it is hidden.
      expect(places.find('2001:db8::9')).toEqual({ country: 'PT', place: null, ...unhidden, tor: true, proxy: true });
    }
  });

  it('are unknown if the entry is malformed, and its other values still count', async () => {
    const places = await createMmdbNetworkPlaces([city]);
    expect(places.find('198.51.100.1')).toEqual({ country: 'DE', place: null, ...unknown });
    expect(places.find('192.0.2.1')).toEqual({ country: null, place: null, ...unknown });
  });

  it('are errors, not guesses, when one of the files cannot be read', async () => {
    const broken = join(dir, 'broken.mmdb');
    writeFileSync(broken, 'no database');
    const said: string[] = [];
    const log = { error: (_fields: object, text: string) => void said.push(text) };
    expect(await openNetworkPlaces([city, broken], log)).toBeNull();
    expect(said).toEqual(['GEOIP_DB cannot be used: places of networks are errors']);
  });
});
