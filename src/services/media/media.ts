import { Mutex } from 'async-mutex';
import { Problem } from '../../domain/faults/errors.ts';
import { isId } from '../../domain/id.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { MediaDamaged } from '../../domain/media/media-damaged.ts';
import { isRecording } from '../../domain/media/media-kind.ts';
import type { Media } from '../../domain/media/media.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import { ObjectMissing, type ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { MediaLink } from '../../domain/repositories/media-repositories.ts';
import { encryptTo } from '../encryption/encrypt-to.ts';
import { withoutFacts } from './file-facts.ts';
import { createOpenMedia } from '../objects/open-media.ts';

export interface OpenedMedia {
  bytes: Buffer;
  contentType: string;
}

/** The media type of a file that only the holder of the client's private key can open (RFC 7516). */
const encryptedType = 'application/jose';

/** A compact JWE is made in memory and needs about five times its file: a process encrypts one larger file (video, PDF) at a time. */
const largeBytes = 4 * 2 ** 20;

export type MediaUseCases = ReturnType<typeof createMediaUseCases>;

/** Stored files, as callers and signed links get them. */
export function createMediaUseCases({ db, objects }: { db: Database; objects: Pick<ObjectStore, 'get'> }) {
  const openMedia = createOpenMedia({ db, objects });
  const encryption = new Mutex();

  /** @throws MediaDamaged when the file is gone: nothing replaces an encrypted file */
  async function getSealed({ objectKey }: Media): Promise<Buffer> {
    try {
      return await objects.get(objectKey);
    } catch (error) {
      throw error instanceof ObjectMissing ? new MediaDamaged(error) : error;
    }
  }

  async function openReady(media: Media | null, { plain }: { plain: boolean }): Promise<OpenedMedia> {
    if (media === null || media.state === 'unusable') throw new Problem('media.not_found');
    if (media.state === 'received') {
      // The service makes no safe copy of a recording, so waiting does not help.
      if (isRecording(media)) throw new Problem('media.not_served');
      throw new Problem('media.not_ready', { retryAfterSeconds: 1 });
    }
    if (media.state === 'sealed') return { bytes: await getSealed(media), contentType: encryptedType };
    const { contentType } = media;
    const configuration = plain ? null : await db.encryptionConfigurations.findOfVerification(media.verificationId);
    if (configuration === 'removed') throw new Problem('encryption.sealed');
    if (configuration === null) return { bytes: withoutFacts(await openMedia(media)), contentType };
    const encrypt = async () =>
      Buffer.from(await encryptTo(configuration, withoutFacts(await openMedia(media)), contentType), 'ascii');
    return {
      bytes: await (media.bytes > largeBytes ? encryption.runExclusive(encrypt) : encrypt()),
      contentType: encryptedType,
    };
  }

  return {
    readMedia: async ({ clientId, actorId }: ApiCaller, mediaId: string) =>
      openReady(await db.media.find(clientId, mediaId), { plain: isId('operator', actorId) }),

    /** As the client's backend gets it, no matter who asks. */
    readMediaOfClient: async (clientId: string, mediaId: string) =>
      openReady(await db.media.find(clientId, mediaId), { plain: false }),

    /** @throws Problem `auth.unauthorized` for a link that was never signed, whether or not the file exists */
    readLinkedMedia: async (mediaId: string, link: MediaLink) => {
      const linked = await db.media.findByLink(mediaId, link);
      if (linked === null) throw new Problem('auth.unauthorized');
      if (linked.expired) throw new Problem('media.link_expired');
      return openReady(linked.media, { plain: false });
    },

    /** Signs a link that opens one file without a token, for the host's pages, which must not know the token. */
    async signMediaLink(
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
    },
  };
}
