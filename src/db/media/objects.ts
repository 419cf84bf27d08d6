import type { ObjectClaimRepository } from '../../domain/repositories/media-repositories.ts';
import { isDue } from '../connection/batch-forms.ts';
import { Prisma } from '../generated/client.ts';
import type { Connection } from '../connection/connection.ts';

export function createObjectClaimRepository(connection: Connection): ObjectClaimRepository {
  return {
    async scheduleRemoval(objectKey, afterSeconds) {
      await connection.$executeRaw`
        insert into object_removals (object_key, available_at)
        values (${objectKey}, now() + make_interval(secs => ${afterSeconds}::int))
        on conflict (object_key) do update set available_at = excluded.available_at`;
    },

    async claim(objectKey) {
      await connection.objectRemoval.deleteMany({ where: { objectKey } });
    },

    async listDue(limit, except) {
      const rows = await connection.$queryRaw<{ object_key: string }[]>`
        select object_key from object_removals where ${Prisma.raw(isDue)} and object_key <> all(${[...except]}::text[])
         order by available_at limit ${limit}`;
      return rows.map((row) => row.object_key);
    },

    async listUnclaimed(objectKeys) {
      const rows = await connection.$queryRaw<{ key: string }[]>`
        select key from unnest(${[...objectKeys]}::text[]) as key
         where not exists (select 1 from media where object_key = key)`;
      return rows.map(({ key }) => key);
    },

    async scheduleRemovalOfUnclaimed(objectKeys, afterDays) {
      // A restored row may concern an upload that was running when the backup was taken, and that has been kept since.
      const rows = await connection.$queryRaw<{ object_key: string }[]>`
        insert into object_removals (object_key, available_at)
        select key, now() + make_interval(days => ${afterDays}::int) from unnest(${[...objectKeys]}::text[]) as key
         where not exists (select 1 from media where object_key = key)
        on conflict (object_key)
          do update set available_at = greatest(object_removals.available_at, excluded.available_at)
        returning object_key`;
      return rows.map((row) => row.object_key);
    },
  };
}
