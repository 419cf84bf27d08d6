import type { Database } from '../../domain/repositories/repositories.ts';
import { hashSecretToken, newSecretToken } from '../../domain/encryption/secret-token.ts';

/**
 * The token for the first owner: the existing one while it is valid, otherwise a new one. Null when operators exist, unless it is for
 * another owner.
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

/** The page where the first owner sets a password. The token is in the fragment, which never reaches a server or a log. */
export const setUpLinkOf = (baseUrl: string, token: string): string =>
  new URL(`/dashboard/set-up#${token}`, baseUrl).href;
