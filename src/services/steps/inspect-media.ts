import type { Clock } from '../../domain/ports/clock.ts';
import type { Media } from '../../domain/media/media.ts';
import { mediaFormOf, type StoredMediaKind } from '../../domain/media/media-kind.ts';
import type { RecordingDecoder } from '../../domain/ports/faces/recording-decoder.ts';
import type { QuickLook } from '../../domain/ports/pages/document-inspector.ts';
import type { LiveChannel, StoredMessage } from '../../domain/ports/live-channel.ts';
import type { Telemetry } from '../../domain/ports/telemetry.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import { isVerdict } from '../../domain/verifications/verification-status.ts';
import type { Flows } from '../flows/load-flow.ts';
import { OutOfTime } from '../../domain/ports/out-of-time.ts';
import type { OpenMedia } from '../objects/open-media.ts';
import { findStep } from './step-in-session.ts';
import type { PrepareMedia } from '../media/prepare-media.ts';
import type { PreparePdf } from '../media/prepare-pdf.ts';
import { refreshIdentityRecord } from '../verifications/refresh-identity-record.ts';
import { endWithMessage } from '../jobs/end-with-message.ts';
import type { JobEnd, JobHandler } from '../jobs/run-job.ts';
import { appendStepMessage } from '../verifications/session-state.ts';

/** The quick check of a new picture: it is made safe and then judged, so that the person can retake it immediately. */
export function createMediaInspectionHandler({
  db,
  flows,
  prepareMedia,
  preparePdf,
  openMedia,
  recordings,
  quickLooks,
  live,
  clock,
  telemetry,
}: {
  db: Database;
  flows: Flows;
  prepareMedia: PrepareMedia;
  preparePdf: Pick<PreparePdf, 'look'>;
  openMedia: OpenMedia;
  recordings: Pick<RecordingDecoder, 'measure'>;
  /** The inspectors by kind of file. Without one (its model is missing), a file is made safe and its quality stays unknown. */
  quickLooks: Readonly<Partial<Record<StoredMediaKind, QuickLook | null>>>;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
  telemetry: Pick<Telemetry, 'noteVerification'>;
}): JobHandler<'media.inspect'> {
  function endWith(
    media: Pick<Media, 'id' | 'clientId' | 'verificationId'>,
    quality: { acceptable: boolean; codes: readonly string[] } | null,
  ): JobEnd {
    const store = async (tx: Repositories) => {
      if (quality !== null) await tx.media.storeQuality(media.id, { ...quality, codes: [...quality.codes] });
      return storeMessage(tx, media.id);
    };
    return endWithMessage(live, store, media);
  }

  async function storeMessage(tx: Repositories, mediaId: string): Promise<StoredMessage | null> {
    const media = await tx.media.findById(mediaId);
    if (media === null) return null;
    const verification = await tx.verifications.lock(media.verificationId);
    const flow = await flows.getVersion(verification.flowVersionId, tx);
    const { sequence } = await appendStepMessage(tx, {
      verification,
      flow,
      stepRunId: media.stepRunId,
      at: clock.now(),
    });
    // A verdict may come before the file is made safe (when a model is missing), and the stored record names the file's type.
    if (isVerdict(verification.status)) await refreshIdentityRecord(tx, verification.identityId, flows);
    return { verificationId: verification.id, sequence };
  }

  async function pdfPagesAtMost(media: Media): Promise<number> {
    const verification = await db.verifications.get(media.verificationId);
    const { stepId } = await db.stepRuns.get(media.stepRunId);
    const { step, flowStep } = await findStep(db, flows, verification, stepId);
    return step.pdfPagesAtMost(flowStep.config);
  }

  /**
   * A recording that is too long or cannot be opened is refused immediately, so that it costs no attempt. The step's own work judges its
   * content.
   */
  async function inspectRecording(media: Media): Promise<JobEnd> {
    if (media.state === 'received') {
      // Browsers give sound alone the content type of a video. The kind of file says what it must contain.
      const form = media.kind === 'voice-audio' ? 'audio' : 'video';
      const measured = await recordings.measure(await openMedia(media), { form, contentType: media.contentType });
      if ('fault' in measured) await db.media.markUnusable(media.id, measured.fault);
    }
    return endWith(media, null);
  }

  /** The files of the same attempt that have been made safe. */
  async function otherPictures(media: Media): Promise<Buffer[]> {
    const files = await db.media.listOfAttempt(media.stepRunId, media.attempt);
    const ready = files.filter(({ id, state, contentType }) => {
      return id !== media.id && state === 'ready' && mediaFormOf(contentType) === 'picture';
    });
    const prepared = await Promise.all(ready.map((file) => prepareMedia(file)));
    return prepared.flatMap((picture) => ('fault' in picture ? [] : [picture.jpeg]));
  }

  async function inspect(media: Media): Promise<JobEnd> {
    const form = mediaFormOf(media.contentType);
    if (form === 'pdf') {
      const seen = await preparePdf.look(media, await pdfPagesAtMost(media));
      return endWith(media, 'fault' in seen ? null : { acceptable: true, codes: [] });
    }
    if (form === 'video' || form === 'audio') return inspectRecording(media);
    if (form !== 'picture') return endWith(media, null);
    const prepared = await prepareMedia(media);
    const quickLook = quickLooks[media.kind] ?? null;
    if ('fault' in prepared || quickLook === null) return endWith(media, null);
    const { codes } = await quickLook.inspect(prepared.jpeg, { media, others: () => otherPictures(media) });
    return endWith(media, { acceptable: codes.length === 0, codes });
  }

  return {
    async work({ mediaId }) {
      const media = await db.media.findById(mediaId);
      if (media === null || media.state === 'sealed') return null;
      telemetry.noteVerification(media.verificationId);
      try {
        return await inspect(media);
      } catch (error) {
        // Others wait for their quick checks; the step's own work tries this file again.
        if (error instanceof OutOfTime) return endWith(media, null);
        throw error;
      }
    },

    // Without a result the file stays as it is: `acceptable` is null, and the step's own work will judge it.
    async onExhausted({ mediaId }) {
      const media = await db.media.findById(mediaId);
      return media && endWith(media, null);
    },
  };
}
