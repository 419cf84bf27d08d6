import { Problem } from '../../domain/faults/errors.ts';
import type { UploadNews } from '../../domain/ports/upload-news.ts';
import type { Database, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import { removeFile } from '../objects/remove-file.ts';
import type { Flows } from '../flows/load-flow.ts';
import { lockWaitingStep, requireOpen } from './step-in-session.ts';

/** Deletes a file of a step that has not been submitted. */
export function createDeleteFile({
  db,
  flows,
  uploadNews,
}: {
  db: Pick<Database, 'transaction'>;
  flows: Flows;
  uploadNews: Pick<UploadNews, 'announce'>;
}) {
  return async function deleteFile(session: SessionOfVerification, stepId: string, mediaId: string): Promise<void> {
    requireOpen(session);
    await db.transaction(async (tx) => {
      const { run } = await lockWaitingStep(tx, flows, session, stepId);
      const files = await tx.media.listOfAttempt(run.id, run.attempt);
      const file = files.find((candidate) => candidate.id === mediaId);
      if (file === undefined) throw new Problem('media.not_found');
      await removeFile(tx, file);
    });
    uploadNews.announce('gone', { mediaId });
  };
}
