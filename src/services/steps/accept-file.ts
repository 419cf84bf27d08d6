import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import { isUpload, type Origin, type Upload } from '../../domain/media/media.ts';
import {
  formsOfKind,
  maxBytesOfForm,
  type MediaForm,
  type MediaKind,
  mediaFormOf,
} from '../../domain/media/media-kind.ts';
import { captureOf, type CaptureClaim } from '../../domain/capture/capture.ts';
import type { LiveRecording } from '../../domain/verifications/challenge.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { JobQueue } from '../../domain/ports/job-queue.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { UploadNews } from '../../domain/ports/upload-news.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { mediaPlace } from '../objects/media-place.ts';
import {
  findStep,
  lockWaitingStep,
  extendAttempt,
  requireConsent,
  requireOpen,
  requireServerInput,
  originOf,
  type InputSource,
  type StepInSession,
} from './step-in-session.ts';
import { requireCamera } from './require-camera.ts';
import { requireChallenge, useChallenge } from './use-challenge.ts';
import { unclaimedObjectSeconds } from '../objects/replace-original.ts';
import { removeFile } from '../objects/remove-file.ts';
import { storeUpload } from '../objects/store-upload.ts';
import { recordStart } from '../verifications/verification-events.ts';

/** How long an upload waits for the quick quality check before it is answered without a result. */
export const qualityWaitMs = 900;

export interface UploadedFile {
  kind: MediaKind;
  /** The challenge that the recording answers. */
  challengeId: string | null;
  /** How the file was made, according to the device; null when the device does not say. */
  capture: CaptureClaim | null;
  /** The country of the document (ISO 3166-1 alpha-2), according to the device; null when it does not say. */
  country?: string | null;
  source: AsyncIterable<Buffer>;
  /** The chunks of the file, for a recording that arrived while it was made. */
  chunks?: LiveRecording['chunks'];
}

/**
 * Stores one file for a step that waits for it. The object is written first and scheduled for removal until the file's row claims it, so
 * that an upload that breaks off leaves nothing behind. Returns the file, with its quality if that is known in time.
 */
export function createAcceptFile({
  db,
  flows,
  objects,
  queue,
  clock,
  uploadNews,
}: {
  db: Database;
  clock: Pick<Clock, 'now'>;
  flows: Flows;
  objects: ObjectStore;
  queue: Pick<JobQueue, 'waitForEnd'>;
  uploadNews: Pick<UploadNews, 'announce'>;
}) {
  return async function acceptFile(
    session: InputSource,
    stepId: string,
    upload: UploadedFile,
    effect: Effect<Upload> = unrecorded,
  ): Promise<Upload> {
    requireOpen(session);
    const origin = originOf(session);
    const before = await findStep(db, flows, await db.verifications.get(session.verificationId), stepId);
    await refuseUnwanted(db, before, { upload, origin });

    const { verification, flow } = before;
    const ids = { id: newId('media'), clientId: verification.clientId, objectKey: newId('media') };
    await db.objects.scheduleRemoval(ids.objectKey, unclaimedObjectSeconds);
    const { digest, ...stored } = await storeUpload(objects, {
      source: upload.source,
      maxBytes: maxBytesOf(upload.kind, {
        maxImageBytes: flow.document.maxImageBytes,
        takesPdf: before.step.pdfPagesAtMost(before.flowStep.config) > 0,
      }),
      key: await db.identities.getDataKey(verification.clientId, verification.identityId),
      objectKey: ids.objectKey,
      place: mediaPlace(ids),
    });

    const capture = captureOf({
      claim: upload.capture,
      origin,
      form: mediaFormOf(stored.contentType) ?? 'picture',
      platform: verification.device?.platform ?? null,
      // By the database's clock alone, when the upload began.
      sinceStartMs: 'at' in session ? session.at.getTime() - verification.createdAt.getTime() : 0,
    });
    requireCamera(before, { origin, ...capture, contentType: stored.contentType });

    const { inspection, replaced } = await db.transaction(async (tx) => {
      const step = await lockWaitingStep(tx, flows, session, stepId);
      const replaced = await makeRoom(tx, step, upload.kind);
      await useChallenge(tx, step, { challengeId: upload.challengeId, usedBy: ids.id });
      await tx.media.create({
        ...ids,
        identityId: verification.identityId,
        verificationId: verification.id,
        stepRunId: step.run.id,
        attempt: step.run.attempt,
        kind: upload.kind,
        origin,
        capture,
        ...stored,
      });
      for (const { objectKey } of upload.chunks ?? []) await tx.objects.scheduleRemoval(objectKey, 0);
      await tx.givenFiles.add(verification, digest);
      await tx.objects.claim(ids.objectKey);
      await extendAttempt(tx, verification, flow);
      if (origin === 'server') await recordStart(tx, { verification, flow, at: clock.now() });
      await effect.record(tx, { ...(await tx.media.get(ids.id)), kind: upload.kind }, digest);
      const inspection = await tx.outbox.add('media.inspect', { mediaId: ids.id }, ids.clientId);
      return { inspection, replaced };
    });
    for (const { id: mediaId } of replaced) uploadNews.announce('gone', { mediaId });
    // Subscribed before the queue can have the job, which is queued in a later turn of the event loop.
    await queue.waitForEnd(inspection.queue, inspection.outboxId, qualityWaitMs);
    const media = await db.media.findById(ids.id);
    // Somebody may have replaced or deleted the file while its quality was checked.
    if (media === null || !isUpload(media)) throw new Problem('media.not_found');
    // After the quick check, for which the person waits and which makes the picture safe.
    if (before.step.readAhead !== null && mediaFormOf(media.contentType) === 'picture') {
      uploadNews.announce('picture', { mediaId: media.id, country: upload.country ?? null });
    }
    return media;
  };
}

export type AcceptFile = ReturnType<typeof createAcceptFile>;

/** The largest upload of each type that this kind of file may have, in bytes. */
export function maxBytesOf(
  kind: MediaKind,
  { maxImageBytes, takesPdf }: { maxImageBytes: number; takesPdf: boolean },
): Partial<Record<MediaForm, number>> {
  const limits = { ...maxBytesOfForm, picture: maxImageBytes };
  const forms = formsOfKind[kind].filter((form) => form !== 'pdf' || takesPdf);
  return Object.fromEntries(forms.map((form) => [form, limits[form]]));
}

/** Everything that can refuse an upload before a byte of it is stored. */
async function refuseUnwanted(
  db: Repositories,
  wanted: StepInSession,
  { upload, origin }: { upload: UploadedFile; origin: Origin },
): Promise<void> {
  const { run, step, flowStep } = wanted;
  if (origin === 'server') requireServerInput(wanted, upload.kind);
  if (run.status !== 'waiting') throw new Problem('step.not_waiting');
  if ((step.filesAtMost(flowStep.config)[upload.kind] ?? 0) === 0) throw new Problem('step.file_kind_not_accepted');
  await requireConsent(db, wanted);
  if (step.recordedKind(flowStep.config) === upload.kind && upload.chunks === undefined) {
    throw new Problem('challenge.chunks_required');
  }
  requireCamera(wanted, { origin, source: upload.capture?.source ?? null });
  await requireChallenge(db, wanted, upload);
}

/** A kind that is limited to one file is replaced by the new file; of others there is a maximum number. Returns the removed files. */
async function makeRoom(tx: Repositories, { run, step, flowStep }: StepInSession, kind: MediaKind): Promise<Upload[]> {
  const atMost = step.filesAtMost(flowStep.config)[kind] ?? 0;
  const present = (await tx.media.listOfAttempt(run.id, run.attempt)).filter((file) => file.kind === kind);
  if (atMost > 1 && present.length >= atMost) throw new Problem('step.too_many_files');
  const replaced = atMost === 1 ? present : [];
  for (const file of replaced) await removeFile(tx, file);
  return replaced;
}
