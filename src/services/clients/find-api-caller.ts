import type { TokenCaller } from '../../domain/repositories/account-repositories.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** How long a process relies on its last look at a token: a revocation reaches every process within this time. */
const trustedMs = 900;
/** How often the use of a token is recorded, so that people can see which tokens they still need. */
const notedMs = 60_000;
const rememberedTokens = 10_000;

/**
 * Finds the owner of a token. The database's answer is cached for less than a second, so that a busy client does not add a query to each
 * request. Unknown tokens are looked up each time. Requests do not wait for the use to be recorded.
 */
export function createApiCallers({ db, now }: { db: Pick<Database, 'apiTokens'>; now: () => number }) {
  const known = new Map<string, { caller: TokenCaller; until: number }>();
  const notedAt = new Map<string, number>();
  let changes = 0;

  function noteUse(tokenId: string): void {
    const last = notedAt.get(tokenId);
    if (last !== undefined && now() - last < notedMs) return;
    if (notedAt.size >= rememberedTokens) notedAt.clear();
    notedAt.set(tokenId, now());
    // A lost record is replaced within minutes.
    db.apiTokens.noteUse(tokenId).catch(() => notedAt.delete(tokenId));
  }

  async function findApiCaller(tokenHash: Buffer): Promise<TokenCaller | null> {
    const key = tokenHash.toString('base64');
    const remembered = known.get(key);
    if (remembered !== undefined && remembered.until > now()) return remembered.caller;
    // Taken before the query, so that the cached answer never outlives its time.
    const until = now() + trustedMs;
    const asked = changes;
    const caller = await db.apiTokens.findCaller(tokenHash);
    // A token changed in this process while the database answered: the answer may predate the change.
    if (asked !== changes) return findApiCaller(tokenHash);
    if (caller === null) {
      known.delete(key);
      return null;
    }
    if (known.size >= rememberedTokens) known.clear();
    known.set(key, { caller, until });
    noteUse(caller.actorId);
    return caller;
  }

  return {
    findApiCaller,

    /** Makes the next request with the token read the database. Call after the change of a token is committed. */
    forgetToken(tokenId: string): void {
      changes += 1;
      for (const [key, { caller }] of known) if (caller.actorId === tokenId) known.delete(key);
    },
  };
}

export type FindApiCaller = ReturnType<typeof createApiCallers>['findApiCaller'];
