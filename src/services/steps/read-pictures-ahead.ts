import { mediaFormOf } from '../../domain/media/media-kind.ts';
import type { UploadAnnouncements, UploadNews } from '../../domain/ports/upload-news.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import type { KeptReadings } from '../media/kept-readings.ts';
import type { ReadAhead } from '../media/read-pages.ts';
import { findStep } from './step-in-session.ts';

/** Pictures that wait to be read. Of more, the newest are read: the people of the others have probably submitted them. */
const mostWaiting = 8;

interface ReadPicturesAheadParts {
  db: Database;
  flows: Flows;
  uploadNews: Pick<UploadNews, 'subscribe' | 'claim'>;
  readAhead: ReadAhead;
  keptReadings: Pick<KeptReadings, 'forget'>;
  /** Whether this process has a job. While it has one, no picture is begun. */
  idleness: {
    whenIdle(): Promise<void>;
    during(work: (stopping: AbortSignal) => Promise<void>): Promise<void>;
  };
}

/**
 * Reads pictures of documents while the person looks at them, so that the person waits less after the submit. One picture at a time, the
 * newest first, and only while this process has no job. Every failure means only that the step's job reads the picture.
 */
export function readPicturesAhead(parts: ReadPicturesAheadParts): void {
  const { uploadNews, idleness } = parts;
  const waiting: UploadAnnouncements['picture'][] = [];
  let isReading = false;

  async function readAll(): Promise<void> {
    while (waiting.length > 0) {
      await idleness.whenIdle();
      const news = waiting.pop();
      if (news !== undefined) await idleness.during((stopping) => read(parts, news, stopping)).catch(() => undefined);
    }
  }

  uploadNews.subscribe('picture', (news) => {
    waiting.push(news);
    if (waiting.length > mostWaiting) waiting.shift();
    if (isReading) return;
    isReading = true;
    void readAll().finally(() => {
      isReading = false;
    });
  });

  uploadNews.subscribe('gone', ({ mediaId }) => {
    const at = waiting.findIndex((one) => one.mediaId === mediaId);
    if (at >= 0) waiting.splice(at, 1);
    parts.keptReadings.forget(mediaId);
  });
}

async function read(
  { db, flows, uploadNews, readAhead }: ReadPicturesAheadParts,
  { mediaId, country }: UploadAnnouncements['picture'],
  stopping: AbortSignal,
): Promise<void> {
  if (!(await uploadNews.claim(mediaId))) return;
  const media = await db.media.findById(mediaId);
  if (media === null || mediaFormOf(media.contentType) !== 'picture') return;
  const { stepId } = await db.stepRuns.get(media.stepRunId);
  const verification = await db.verifications.get(media.verificationId);
  const { run, step, flowStep } = await findStep(db, flows, verification, stepId);
  const isUnsubmitted = run.status === 'waiting' && run.attempt === media.attempt;
  if (!isUnsubmitted || step.readAhead === null) return;
  await readAhead(media, { country: country ?? step.readAhead(flowStep.config).country, stopping });
}
