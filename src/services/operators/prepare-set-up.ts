import type { Database } from '../../domain/repositories/repositories.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';

/**
 * The token that lets the first owner in: the one that is known while it is still good, else a new one. Null when there are
 * operators, unless it is to let another owner in.
 */
export function createPrepareSetUp({ db }: { db: Pick<Database, 'operators' | 'installation'> }) {
  return async function prepareSetUp(known: string | null, { another = false } = {}): Promise<string | null> {
    if (!another && (await db.operators.exist())) return null;
    const expected = await db.installation.readSetUpToken();
    if (known !== null && expected?.equals(hashSecretToken(known)) === true) return known;
    const setUpToken = newSecretToken('setUp');
    await db.installation.setSetUpToken(hashSecretToken(setUpToken));
    return setUpToken;
  };
}

/** Where the first owner sets a password. The token is in the fragment, which no server and no log sees. */
export const setUpLinkOf = (baseUrl: string, token: string): string =>
  new URL(`/dashboard/set-up#${token}`, baseUrl).href;
