import type { ApiCaller } from '../domain/client.ts';
import type { Database } from '../domain/repositories/repositories.ts';

/** A token that was valid this short a time ago still is: revoking takes effect on every replica within it. */
const trustedMs = 900;
const rememberedTokens = 10_000;

/**
 * Who a token belongs to. What the database said is believed for less than a second, so that a busy client does not cost one
 * more query a request; what it did not know is asked for again each time.
 */
export function createFindApiCaller({ db, now }: { db: Pick<Database, 'apiTokens'>; now: () => number }) {
  const known = new Map<string, { caller: ApiCaller; until: number }>();

  return async function findApiCaller(tokenHash: Buffer): Promise<ApiCaller | null> {
    const key = tokenHash.toString('base64');
    const remembered = known.get(key);
    if (remembered !== undefined && remembered.until > now()) return remembered.caller;
    const caller = await db.apiTokens.findCaller(tokenHash);
    if (caller === null) {
      known.delete(key);
      return null;
    }
    if (known.size >= rememberedTokens) known.clear();
    known.set(key, { caller, until: now() + trustedMs });
    return caller;
  };
}

export type FindApiCaller = ReturnType<typeof createFindApiCaller>;
