import type { AttemptsOfIdentity } from '../../domain/repositories/session-repositories.ts';
import type { Connection } from '../connection/connection.ts';
import { Prisma } from '../generated/client.ts';
import { bytes } from '../keys/sealed.ts';
import { speaking, startedByOf } from './started-by.ts';

/** How far a client in test mode has moved its clock forward since then. Live clients' clocks cannot be moved. */
function movedSince(at: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(select coalesce(sum(m.seconds), 0) from test_clock_moves m where m.client_id = v.client_id and m.at > ${at})`;
}

interface AttemptsRow {
  running: boolean;
  pending: { id: string; startedBy: string; byLink: boolean }[];
  public_starts: number;
  public_starts_here: number;
  known_network: boolean;
  seconds_since_verdict: number | null;
}

/** Reads in one query everything that the rules about a new attempt need. `network`: where it comes from; null for the backend. */
export async function readAttempts(
  connection: Connection,
  identityId: string,
  network: Buffer | null,
): Promise<AttemptsOfIdentity> {
  const here = network === null ? Prisma.sql`false` : Prisma.sql`coalesce(network_digest = ${bytes(network)}, false)`;
  const [row] = await connection.$queryRaw<AttemptsRow[]>`
    select count(*) filter (where status = 'running' and (not public or ${here})) > 0 as running,
           coalesce(jsonb_agg(jsonb_build_object('id', id, 'startedBy', started_by, 'byLink', by_link) order by id)
                      filter (where status = 'pending'), '[]') as pending,
           (count(*) filter (where public and seconds_old < 86400))::int as public_starts,
           (count(*) filter (where public and seconds_old < 86400 and ${here}))::int as public_starts_here,
           count(*) filter (where status = 'verified' and speaks and ${here}) > 0 as known_network,
           min(seconds_finished) filter (
             where status in ('verified', 'reviewNeeded', 'rejected') and (speaks or ${here})) as seconds_since_verdict
      from (select v.*,
                   v.started_by <> 'backend' and v.reverifies as public,
                   ${Prisma.raw(speaking)} as speaks,
                   (extract(epoch from now() - v.created_at) + ${movedSince(Prisma.sql`v.created_at`)})::float8 as seconds_old,
                   (extract(epoch from now() - v.finished_at) + ${movedSince(Prisma.sql`v.finished_at`)})::float8
                     as seconds_finished
              from verifications v where v.identity_id = ${identityId}) v`;
  if (row === undefined) throw new Error('a count answers one row');
  return {
    running: row.running,
    pending: row.pending.map(({ id, ...starter }) => ({ id, startedBy: startedByOf(starter) })),
    publicStarts: row.public_starts,
    publicStartsHere: row.public_starts_here,
    knownNetwork: row.known_network,
    secondsSinceVerdict: row.seconds_since_verdict,
  };
}
