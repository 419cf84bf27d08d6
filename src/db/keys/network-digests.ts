import { createHmac } from 'node:crypto';
import { blindIndexKey } from '../../domain/encryption/blind-index.ts';
import { subscriberNetworkOf } from '../../domain/network-range.ts';
import type { DataKeys } from './keys.ts';

/** The network of a device as a keyed hash, by which starts are counted. */
export async function networkDigestOf(keys: DataKeys, clientId: string, networkAddress: string): Promise<Buffer> {
  const key = blindIndexKey(await keys.clientKey(clientId));
  return createHmac('sha256', key)
    .update(`network/${subscriberNetworkOf(networkAddress)}`)
    .digest();
}
