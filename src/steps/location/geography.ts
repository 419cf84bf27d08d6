import { iso1A2Code } from '@rapideditor/country-coder';
import { isCountryCode } from '../../domain/documents/country-code.ts';
import type { Place } from '../../domain/traits.ts';

/** Mean radius of the earth (IUGG). */
const earthRadiusKm = 6371.0088;

/** Null at sea and where no state governs. Borders are the library's, accurate to some kilometres. */
export function countryAt({ latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>): string | null {
  const code = iso1A2Code([longitude, latitude], { level: 'territory' });
  return code !== null && isCountryCode(code) ? code : null;
}

/** The great-circle distance (haversine) between the edges of both circles of accuracy. */
export function distanceKm(from: Place, to: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const latitude = radians(to.latitude - from.latitude);
  const longitude = radians(to.longitude - from.longitude);
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(longitude / 2) ** 2;
  const betweenCentresKm = 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
  const uncertainKm = ((from.accuracyMeters ?? 0) + (to.accuracyMeters ?? 0)) / 1000;
  return Math.max(0, betweenCentresKm - uncertainKm);
}
