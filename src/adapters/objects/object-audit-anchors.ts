import { z } from 'zod';
import { idPattern } from '../../domain/id.ts';
import type { AuditAnchors } from '../../domain/ports/audit-anchors.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';

const anchorSchema = z.strictObject({
  clientId: z.string().regex(idPattern('client')),
  sequence: z.int().min(1),
  hash: z.hex().length(64),
  at: z.iso.datetime(),
  mac: z.hex().length(64),
});
/** Enough digits for milliseconds since 1970 until the year 5138. */
const timeDigits = 14;

/** One small object per anchor, named by client and time, because an object is written only once; older ones are deleted. */
export function createObjectAuditAnchors(objects: Pick<ObjectStore, 'put' | 'get' | 'list' | 'delete'>): AuditAnchors {
  const prefixOf = (clientId: string) => `audit-anchor-${clientId}-`;

  async function keysOf(clientId: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of objects.list(prefixOf(clientId))) keys.push(key);
    return keys.sort();
  }

  return {
    async find(clientId) {
      const key = (await keysOf(clientId)).at(-1);
      if (key === undefined) return null;
      const stored = anchorSchema.parse(JSON.parse((await objects.get(key)).toString('utf8')));
      return {
        ...stored,
        hash: Buffer.from(stored.hash, 'hex'),
        at: new Date(stored.at),
        mac: Buffer.from(stored.mac, 'hex'),
      };
    },

    async keep({ clientId, sequence, hash, at, mac }) {
      const before = await keysOf(clientId);
      const key = prefixOf(clientId) + String(at.getTime()).padStart(timeDigits, '0');
      const anchor = { clientId, sequence, hash: hash.toString('hex'), at: at.toISOString(), mac: mac.toString('hex') };
      await objects.put(key, Buffer.from(JSON.stringify(anchorSchema.parse(anchor))));
      for (const old of before) if (old < key) await objects.delete(old);
    },
  };
}
