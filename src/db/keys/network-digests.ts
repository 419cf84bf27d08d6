import { createHmac } from 'node:crypto';
import { blindIndexKey } from '../../domain/encryption/blind-index.ts';
import { networkOf } from '../../domain/codes/send-limits.ts';
import type { DataKeys } from './keys.ts';

/** The network that a device comes from as a keyed hash, by which starts are counted. */
export async function networkDigestOf(keys: DataKeys, clientId: string, networkAddress: string): Promise<Buffer> {
  const key = blindIndexKey(await keys.clientKey(clientId));
  return createHmac('sha256', key)
    .update(`network/${networkOf(networkAddress)}`)
    .digest();
}
