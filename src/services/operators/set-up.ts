import { Problem } from '../../domain/faults/errors.ts';
import type { PasswordHasher } from '../../domain/ports/password-hasher.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { hashSecretToken } from '../../domain/encryption/secret-token.ts';
import { createOwner } from './create-owner.ts';
import { openSignIn, type SignedIn } from './open-sign-in.ts';

/** Lets the first owner in, with the token that only the console of the server showed. */
export function createSetUp({
  db,
  passwords,
}: {
  db: Pick<Database, 'transaction' | 'installation'>;
  passwords: PasswordHasher;
}) {
  return async function setUp(wanted: {
    setUpToken: string;
    email: string;
    name: string;
    password: string;
  }): Promise<SignedIn> {
    const tokenHash = hashSecretToken(wanted.setUpToken);
    // Before the slow hash: guessing must cost us nothing.
    const expected = await db.installation.readSetUpToken();
    if (expected?.equals(tokenHash) !== true) throw new Problem('set_up.token_invalid');
    const passwordHash = await passwords.hash(wanted.password);
    return db.transaction(async (tx) => {
      if (!(await tx.installation.redeemSetUpToken(tokenHash))) throw new Problem('set_up.token_invalid');
      const operatorId = await createOwner(tx, { ...wanted, passwordHash });
      if (operatorId === null) throw new Problem('set_up.token_invalid');
      return openSignIn(tx, operatorId);
    });
  };
}
