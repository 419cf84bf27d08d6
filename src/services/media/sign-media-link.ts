import type { ApiCaller } from '../../domain/operators/client.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database, MediaLink } from '../../domain/repositories/repositories.ts';

/** Signs a link that opens one file without a token: for a page of the host's, which must not know the token. */
export function createSignMediaLink({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function signMediaLink(
    { clientId, actorId }: ApiCaller,
    mediaId: string,
    effect: Effect<MediaLink> = unrecorded,
  ): Promise<MediaLink> {
    return db.transaction(async (tx) => {
      const media = await tx.media.find(clientId, mediaId);
      if (media === null || media.state === 'unusable') throw new Problem('media.not_found');
      const link = await tx.media.signLink(media);
      await effect.record(tx, link);
      await tx.audit.append([{ clientId, actorId, action: 'media.linked', subjectId: mediaId }]);
      return link;
    });
  };
}
