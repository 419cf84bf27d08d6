import { describeFault } from '../../domain/faults/describe-fault.ts';
import type { NetworkPlaces } from '../../domain/ports/network-places.ts';
import { createMmdbNetworkPlaces, packagedGeoipFile } from './mmdb-network-places.ts';

/** Null when a file cannot be read: the file is logged at start, and the checks that need it are errors. */
export async function openNetworkPlaces(
  files: readonly string[],
  log: { error(fields: object, text: string): void },
): Promise<NetworkPlaces | null> {
  try {
    return await createMmdbNetworkPlaces(files.length > 0 ? files : [packagedGeoipFile()]);
  } catch (error) {
    log.error({ fault: describeFault(error) }, 'GEOIP_DB cannot be used: places of networks are errors');
    return null;
  }
}
