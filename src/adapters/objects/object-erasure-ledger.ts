import { z } from 'zod';
import { idPattern } from '../../domain/id.ts';
import type { ErasureLedger } from '../../domain/ports/erasure-ledger.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';

const prefix = 'erasure-';
const lineSchema = z.strictObject({
  clientId: z.string().regex(idPattern('client')),
  identityId: z.string().regex(idPattern('identity')),
  verificationId: z.string().regex(idPattern('verification')).nullable(),
  erasedAt: z.iso.datetime(),
});

/** One small object per line, named after what was erased. */
export function createObjectErasureLedger(objects: Pick<ObjectStore, 'put' | 'get' | 'list'>): ErasureLedger {
  return {
    async append(line) {
      const key = prefix + (line.verificationId ?? line.identityId);
      await objects.put(key, Buffer.from(JSON.stringify(lineSchema.parse(line))));
    },

    async *list() {
      for await (const key of objects.list(prefix)) {
        yield lineSchema.parse(JSON.parse((await objects.get(key)).toString('utf8')));
      }
    },
  };
}
