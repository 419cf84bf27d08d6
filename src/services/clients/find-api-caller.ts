import type { TokenCaller } from '../../domain/repositories/account-repositories.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** A token that was valid this short a time ago still is: revoking takes effect on every other process within it. */
const trustedMs = 900;
/** How often the use of a token is noted, for people to see which ones are needed. */
const notedMs = 60_000;
const rememberedTokens = 10_000;

/**
 * Who a token belongs to. What the database said is believed for less than a second, so that a busy client does not cost one
 * more query a request; what it did not know is asked for again each time. Nobody waits for the note of a use.
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
    // A note that is lost is made up for within minutes.
    db.apiTokens.noteUse(tokenId).catch(() => notedAt.delete(tokenId));
  }

  async function findApiCaller(tokenHash: Buffer): Promise<TokenCaller | null> {
    const key = tokenHash.toString('base64');
    const remembered = known.get(key);
    if (remembered !== undefined && remembered.until > now()) return remembered.caller;
    // From before the question: what changes meanwhile must not be believed for longer.
    const until = now() + trustedMs;
    const asked = changes;
    const caller = await db.apiTokens.findCaller(tokenHash);
    // A token changed here while the database answered: its answer may be from before.
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

    /** The next request with the token asks the database: called once a change of the token is committed. */
    forgetToken(tokenId: string): void {
      changes += 1;
      for (const [key, { caller }] of known) if (caller.actorId === tokenId) known.delete(key);
    },
  };
}

export type FindApiCaller = ReturnType<typeof createApiCallers>['findApiCaller'];
