import { describeFault } from '../../domain/faults/describe-fault.ts';
import { isSamePicture } from '../../domain/faces/same-picture.ts';
import type { Media } from '../../domain/media/media.ts';
import type { StoredMediaKind } from '../../domain/media/media-kind.ts';
import type { FaceAnalyser } from '../../domain/ports/faces/face-analyser.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { UndescribedFace } from '../../domain/repositories/enrolled-face-repository.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import type { FaceTemplate } from '../../domain/traits.ts';
import type { JobHandler, JobLog } from '../jobs/run-job.ts';
import { createOpenMedia } from '../objects/open-media.ts';

/** Kinds of picture that an enrolled face may come from. */
const pictureKinds: readonly StoredMediaKind[] = ['selfie', 'liveness-best-frame'];
/** So many of a person's pictures are looked through. */
const mostPictures = 20;
/** Between two rounds, and for so long at once, since people wait for their verdicts in the same queue. */
const pauseMs = 300;
const roundMs = 1_000;
const facesAtOnce = 20;

/**
 * After a change of the model that describes faces: describes the enrolled faces of a client with it, too, each from the picture that
 * it was enrolled from. A face whose picture is gone is noted as closed to the model, and comparisons with it go to review. Every
 * face is stored for itself, so that the work can stop anywhere, run twice or run on in another process.
 */
export function createDescribeFacesHandler({
  db,
  objects,
  faceAnalyser,
  isAway,
  log,
  now = () => performance.now(),
}: {
  db: Database;
  objects: Pick<ObjectStore, 'get'>;
  /** Null when a model is missing: the work is tried again until its attempts run out. */
  faceAnalyser: FaceAnalyser | null;
  isAway: (error: unknown) => boolean;
  log: Pick<JobLog, 'warn'>;
  now?: () => number;
}): JobHandler<'faces.describe'> {
  const openMedia = createOpenMedia({ db, objects });

  /** Null where the file cannot be read: another picture may do. @throws an outage */
  async function open(media: Media): Promise<Buffer | null> {
    try {
      return await openMedia(media);
    } catch (error) {
      if (isAway(error)) throw error;
      log.warn({ mediaId: media.id, fault: describeFault(error) }, 'a kept picture cannot be read');
      return null;
    }
  }

  /** The face as the model in use describes it, from the very picture that was enrolled. Null where that is gone. */
  async function describeAnew(enrolled: FaceTemplate, face: UndescribedFace, analyser: FaceAnalyser) {
    for (const media of await db.media.listReadyOfIdentity(face.identityId, pictureKinds, mostPictures)) {
      const jpeg = await open(media);
      if (jpeg === null) continue;
      const template = (await analyser.analyse(jpeg, { template: true })).faces[0]?.template ?? null;
      // Others may have given pictures in attempts on this identity: only the enrolled one speaks for it.
      if (template !== null && isSamePicture(template, enrolled)) return template;
    }
    return null;
  }

  async function takeOn(face: UndescribedFace, analyser: FaceAnalyser): Promise<void> {
    const enrolled = await db.enrolledFaces.find(face);
    if (enrolled === null) return;
    const template = await describeAnew(enrolled, face, analyser);
    const store = async (tx: Repositories) => {
      if (template === null) await tx.enrolledFaces.close(face, analyser.templateModel.sha256);
      else {
        const { embedding, modelSha256 } = template;
        await tx.enrolledFaces.describe(face, { embedding, modelSha256 });
      }
    };
    await db.onBehalfOf({ clientId: face.clientId, verificationId: null }, () => db.transaction(store));
  }

  return {
    async work({ clientId }) {
      if (faceAnalyser === null) throw new Error('no model can describe faces');
      const endsAt = now() + roundMs;
      const { sha256 } = faceAnalyser.templateModel;
      const faces = await db.enrolledFaces.listUndescribed(clientId, sha256, facesAtOnce);
      for (const face of faces) {
        await takeOn(face, faceAnalyser);
        if (now() > endsAt) break;
      }
      const store = () => Promise.resolve();
      return faces.length === 0 ? { store } : { store, again: { afterMs: pauseMs } };
    },

    // The command begins again where this ended.
    onExhausted: () => null,
  };
}
