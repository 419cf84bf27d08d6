import { seal } from '../../domain/encryption/encryption.ts';
import { newId } from '../../domain/id.ts';
import type { Media } from '../../domain/media/media.ts';
import type { DerivedMediaKind } from '../../domain/media/media-kind.ts';
import type { RgbPicture } from '../../domain/ports/faces/face-analyser.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import { mediaPlace } from './media-place.ts';
import { removeFile } from './remove-file.ts';
import { unclaimedObjectSeconds } from './replace-original.ts';

/**
 * Stores a picture that was made from an upload as evidence, encrypted like the upload. Repeated work leaves one picture: an earlier one of
 * the same kind and attempt is replaced.
 */
export function createKeepPicture({
  db,
  objects,
  encode,
}: {
  db: Database;
  objects: ObjectStore;
  encode: (picture: RgbPicture) => Promise<Buffer>;
}) {
  return async function keepPicture(from: Media, kind: DerivedMediaKind, picture: RgbPicture): Promise<void> {
    const jpeg = await encode(picture);
    const { clientId, identityId, verificationId, stepRunId, attempt, origin } = from;
    const ids = { id: newId('media'), clientId, objectKey: newId('media') };
    await db.objects.scheduleRemoval(ids.objectKey, unclaimedObjectSeconds);
    const key = await db.identities.getDataKey(clientId, identityId);
    await objects.put(ids.objectKey, seal(key, jpeg, mediaPlace(ids)));
    const store = async (tx: Repositories) => {
      await tx.verifications.lock(verificationId);
      for (const earlier of await tx.media.listDerived(stepRunId, attempt)) {
        if (earlier.kind === kind) await removeFile(tx, earlier);
      }
      const about = {
        identityId,
        verificationId,
        stepRunId,
        attempt,
        origin,
        kind,
        contentType: 'image/jpeg',
        capture: null,
      };
      await tx.media.create({ ...ids, ...about, bytes: jpeg.length });
      const { widthPx, heightPx } = picture;
      const created = await tx.media.get(ids.id);
      const ready = { objectKey: ids.objectKey, contentType: 'image/jpeg', bytes: jpeg.length, widthPx, heightPx };
      await tx.media.markReady(created, { ...ready, originFindings: null });
      await tx.objects.claim(ids.objectKey);
    };
    await db.onBehalfOf(from, () => db.transaction(store));
  };
}
