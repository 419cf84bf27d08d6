import { describeFault } from '../../domain/faults/describe-fault.ts';
import { findMatchCalibration } from '../../domain/faces/find-match-calibration.ts';
import { comparePictures, pictureSimilarity } from '../../domain/faces/same-picture.ts';
import type { Media } from '../../domain/media/media.ts';
import type { StoredMediaKind } from '../../domain/media/media-kind.ts';
import type { FaceAnalyser } from '../../domain/ports/faces/face-analyser.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import { systemActor } from '../../domain/privacy/audit.ts';
import type { UndescribedFace } from '../../domain/repositories/enrolled-face-repository.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import type { FaceTemplate } from '../../domain/traits.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { JobHandler } from '../jobs/run-job.ts';
import { createOpenMedia } from '../objects/open-media.ts';

/** Kinds of picture from which an enrolled face may come. */
const pictureKinds: readonly StoredMediaKind[] = ['selfie', 'liveness-best-frame'];
/** The most pictures of one person that are searched. */
const mostPictures = 20;
/** The most identities with the same face that the audit log names. */
const mostDuplicates = 20;
/** The pause between two rounds and the length of a round: people's verdicts wait in the same queue. */
const pauseMs = 300;
const roundMs = 1_000;
const facesAtOnce = 20;

/**
 * Run after the face model changes: computes templates of a client's enrolled faces with the new model, each from the picture from which it
 * was enrolled, and searches for each among the others. A face whose picture is gone is marked as unavailable to the model, and comparisons
 * with it go to review. Each face is stored separately, so that the job can stop anywhere, run twice or continue in another process.
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
  /** Null when a model is missing: the job is tried again until its attempts run out. */
  faceAnalyser: FaceAnalyser | null;
  isAway: (error: unknown) => boolean;
  log: Pick<Log, 'warn'>;
  now?: () => number;
}): JobHandler<'faces.describe'> {
  const openMedia = createOpenMedia({ db, objects });

  /** Null when the file cannot be read; another picture may be readable. @throws an outage */
  async function open(media: Media): Promise<Buffer | null> {
    try {
      return await openMedia(media);
    } catch (error) {
      if (isAway(error)) throw error;
      log.warn({ mediaId: media.id, fault: describeFault(error) }, 'a kept picture cannot be read');
      return null;
    }
  }

  /** The template of the enrolled picture under the current model. Null when the picture is gone. */
  async function describeAnew(enrolled: FaceTemplate, face: UndescribedFace, analyser: FaceAnalyser) {
    let nearest: { template: FaceTemplate; similarity: number } | null = null;
    for (const media of await db.media.listReadyOfVerified(face.identityId, pictureKinds, mostPictures)) {
      const jpeg = await open(media);
      if (jpeg === null) continue;
      const template = (await analyser.analyse(jpeg, { template: true })).faces[0]?.template ?? null;
      if (template?.pictureSha256 === enrolled.pictureSha256) return template;
      // Attempts on this identity may contain other people's pictures, and one that was made to look like the enrolled one. No distance
      // between the faces contradicts it yet, so only a sure copy is used, and of several the most similar one.
      if (template === null || comparePictures(template, enrolled) !== 'copy') continue;
      const similarity = pictureSimilarity(template, enrolled) ?? -1;
      if (nearest === null || similarity > nearest.similarity) nearest = { template, similarity };
    }
    return nearest?.template ?? null;
  }

  /**
   * Other people were verified while this face could not be compared with theirs. The audit log names those who have the same face.
   * Under the lock of every search: from then on verdicts find the face.
   */
  async function noteDuplicates(tx: Repositories, face: UndescribedFace, template: FaceTemplate): Promise<void> {
    if (!face.searchable) return;
    await tx.enrolledFaces.lockSearch(face.clientId);
    const calibrations = await tx.matchCalibrations.list();
    const within = findMatchCalibration(template.modelSha256, 'camera', calibrations)?.same ?? null;
    if (within === null) return;
    const { hits } = await tx.enrolledFaces.nearest(face, template, { within, limit: mostDuplicates });
    if (hits.length === 0) return;
    log.warn({ identityId: face.identityId, found: hits.length }, 'an enrolled face is that of other identities, too');
    await tx.audit.append(
      [face.identityId, ...hits.map(({ identityId }) => identityId)].map((subjectId) => ({
        clientId: face.clientId,
        actorId: systemActor,
        action: 'identity.duplicate_found',
        subjectId,
      })),
    );
  }

  async function takeOn(face: UndescribedFace, analyser: FaceAnalyser): Promise<void> {
    const kept = await db.enrolledFaces.read(face);
    if (kept === null) return;
    const template = await describeAnew(kept.template, face, analyser);
    const store = async (tx: Repositories) => {
      if (template === null) await tx.enrolledFaces.close(face, analyser.templateModel.sha256);
      else {
        await noteDuplicates(tx, face, template);
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

    // The next run of the command starts where this one ended.
    onExhausted: () => null,
  };
}
