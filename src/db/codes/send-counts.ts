import { createHmac } from 'node:crypto';
import { blindIndexKey } from '../../domain/encryption/blind-index.ts';
import type { CodeSendRepository, CountedSends, SendCount } from '../../domain/repositories/code-send-repository.ts';
import type { Connection } from '../connection/connection.ts';
import type { DataKeys } from '../keys/keys.ts';

interface Row {
  name: string;
  sends: number;
  confirmed: number;
  seconds_left: number;
}

/** Messages counted against the limits. A window begins with its first message and ends by the database's clock. */
export function createSendCounts(
  connection: Connection,
  keys: DataKeys,
): Pick<CodeSendRepository, 'count' | 'countConfirmed' | 'deleteOldCounts'> {
  async function digestsOf(clientId: string, counts: readonly SendCount[]): Promise<Uint8Array<ArrayBuffer>[]> {
    const key = blindIndexKey(await keys.clientKey(clientId));
    return counts.map(({ name, value }) =>
      Uint8Array.from(createHmac('sha256', key).update(`send-count/${name}/${value}`).digest()),
    );
  }

  return {
    async count(clientId, counts): Promise<CountedSends[]> {
      const names = counts.map(({ name }) => name);
      const seconds = counts.map(({ windowSeconds }) => windowSeconds);
      // Rows are locked in the given order, which is the same for everybody, so that no deadlock can occur.
      const rows = await connection.$queryRaw<Row[]>`
        insert into send_counts as c (client_id, name, digest, sends, ends_at)
        select ${clientId}, w.name, w.digest, 1, clock_timestamp() + make_interval(secs => w.seconds)
          from unnest(${names}::text[], ${await digestsOf(clientId, counts)}::bytea[], ${seconds}::int[])
               with ordinality as w (name, digest, seconds, position)
         order by w.position
        on conflict (client_id, name, digest) do update set
          sends = case when c.ends_at <= clock_timestamp() then 1 else c.sends + 1 end,
          confirmed = case when c.ends_at <= clock_timestamp() then 0 else c.confirmed end,
          ends_at = case when c.ends_at <= clock_timestamp() then excluded.ends_at else c.ends_at end
        returning name, sends, confirmed, extract(epoch from ends_at - clock_timestamp())::float8 as seconds_left`;
      return rows.map(({ seconds_left: secondsLeft, ...row }) => ({ ...row, secondsLeft }));
    },

    async countConfirmed(clientId, counts) {
      const names = counts.map(({ name }) => name);
      // Locked in the same order as above, before any row changes.
      await connection.$executeRaw`
        with taken as (
          select c.name, c.digest
            from unnest(${names}::text[], ${await digestsOf(clientId, counts)}::bytea[])
                 with ordinality as w (name, digest, position)
            join send_counts c on c.client_id = ${clientId} and c.name = w.name and c.digest = w.digest
           where c.ends_at > clock_timestamp()
           order by w.position
             for update of c)
        update send_counts c set confirmed = c.confirmed + 1
          from taken
         where c.client_id = ${clientId} and c.name = taken.name and c.digest = taken.digest`;
    },

    async deleteOldCounts(limit) {
      return connection.$executeRaw`
        delete from send_counts where ctid = any(array(
          select ctid from send_counts where ends_at < now() limit ${limit} for update skip locked))`;
    },
  };
}
