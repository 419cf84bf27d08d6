import {
  accountTries,
  accountTriesMinutes,
  knownSourceDays,
  lockOutMinutes,
  operatorEmailDigest,
  signInSourceDigest,
  signInTries,
} from '../../domain/operators/operator.ts';
import type { SignInTryRepository } from '../../domain/repositories/operator-repositories.ts';
import type { Connection } from '../connection/connection.ts';
import type { InstallationKey } from '../keys/installation.ts';
import { bytes } from '../keys/sealed.ts';

interface Counted {
  tries: number;
  secondsLeft: number;
  known: boolean;
}

export function createSignInTryRepository(connection: Connection, keys: InstallationKey): SignInTryRepository {
  const accountOf = async (email: string) => bytes(operatorEmailDigest(await keys.get(), email));
  const pairOf = async (email: string, source: string) => bytes(signInSourceDigest(await keys.get(), email, source));

  /** Every judged try restarts the time of its pair. Refused tries do not: otherwise somebody could be locked out permanently. */
  async function countForPair(pair: Uint8Array): Promise<Counted> {
    const [row] = await connection.$queryRaw<Counted[]>`
      insert into sign_in_tries as t (email_digest, tries, ends_at)
      values (${pair}, 1, now() + make_interval(mins => ${lockOutMinutes}::int))
      on conflict (email_digest) do update
        set tries = case when t.ends_at <= now() then 1 else least(t.tries, ${signInTries}::int) + 1 end,
            ends_at = case when t.ends_at <= now() or t.tries < ${signInTries}::int
                           then excluded.ends_at else t.ends_at end
      returning tries, ceil(extract(epoch from ends_at - now()))::int as "secondsLeft",
                coalesce(known_until > now(), false) as known`;
    return row ?? { tries: 0, secondsLeft: 0, known: false };
  }

  /** An account's time runs from its first try, whatever is tried meanwhile. */
  async function countForAccount(account: Uint8Array): Promise<Counted> {
    const [row] = await connection.$queryRaw<Counted[]>`
      insert into sign_in_tries as t (email_digest, tries, ends_at)
      values (${account}, 1, now() + make_interval(mins => ${accountTriesMinutes}::int))
      on conflict (email_digest) do update
        set tries = case when t.ends_at <= now() then 1 else least(t.tries, ${accountTries}::int) + 1 end,
            ends_at = case when t.ends_at <= now() then excluded.ends_at else t.ends_at end
      returning tries, ceil(extract(epoch from ends_at - now()))::int as "secondsLeft", false as known`;
    return row ?? { tries: 0, secondsLeft: 0, known: false };
  }

  async function countDown(digest: Uint8Array): Promise<void> {
    await connection.$executeRaw`
      update sign_in_tries set tries = greatest(tries - 1, 0) where email_digest = ${digest}`;
  }

  return {
    async begin(email, source) {
      const pair = await countForPair(await pairOf(email, source));
      // Tries that one source is refused do not count for the account, so that a single source never locks it.
      if (pair.tries > signInTries) return { allowed: false, last: false, secondsLeft: pair.secondsLeft };
      const account = await countForAccount(await accountOf(email));
      const allowed = pair.known || account.tries <= accountTries;
      const last = pair.tries === signInTries || account.tries === accountTries;
      return { allowed, last, secondsLeft: account.secondsLeft };
    },

    async takeBack(email, source) {
      await countDown(await pairOf(email, source));
      await countDown(await accountOf(email));
    },

    async succeed(email, source) {
      await connection.$executeRaw`
        update sign_in_tries set tries = 0, known_until = now() + make_interval(days => ${knownSourceDays}::int)
         where email_digest = ${await pairOf(email, source)}`;
      await countDown(await accountOf(email));
    },

    async deleteEnded(limit) {
      return connection.$executeRaw`
        delete from sign_in_tries where email_digest in
          (select email_digest from sign_in_tries
            where ends_at < now() and coalesce(known_until < now(), true)
            limit ${limit} for update skip locked)`;
    },
  };
}
