import { lockOutMinutes, operatorEmailDigest, signInTries } from '../../domain/operators/operator.ts';
import type { SignInTryRepository } from '../../domain/repositories/operator-repositories.ts';
import type { Connection } from '../connection/connection.ts';
import type { InstallationKey } from '../keys/installation.ts';
import { bytes } from '../keys/sealed.ts';

export function createSignInTryRepository(connection: Connection, keys: InstallationKey): SignInTryRepository {
  const digestOf = async (email: string) => bytes(operatorEmailDigest(await keys.get(), email));

  return {
    async begin(email) {
      // Every try that is judged begins the time anew; the refused ones do not, or a stranger could lock somebody out for ever.
      const [row] = await connection.$queryRaw<{ tries: number; seconds_left: number }[]>`
        insert into sign_in_tries as t (email_digest, tries, ends_at)
        values (${await digestOf(email)}, 1, now() + make_interval(mins => ${lockOutMinutes}::int))
        on conflict (email_digest) do update
          set tries = case when t.ends_at <= now() then 1 else least(t.tries, ${signInTries}::int) + 1 end,
              ends_at = case when t.ends_at <= now() or t.tries < ${signInTries}::int
                             then excluded.ends_at else t.ends_at end
        returning tries, ceil(extract(epoch from ends_at - now()))::int as seconds_left`;
      const { tries = 0, seconds_left: secondsLeft = 0 } = row ?? {};
      return { allowed: tries <= signInTries, last: tries === signInTries, secondsLeft };
    },

    async takeBack(email) {
      const emailDigest = await digestOf(email);
      await connection.signInTry.updateMany({ where: { emailDigest }, data: { tries: { decrement: 1 } } });
    },

    async clear(email) {
      await connection.signInTry.deleteMany({ where: { emailDigest: await digestOf(email) } });
    },
  };
}
