import type { Media } from '../../domain/media/media.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';

/** The selfie of another step's last attempt, for steps that judge the same picture. */
export function createFindSelfie({ db }: { db: Pick<Repositories, 'stepRuns' | 'media'> }) {
  return async function findSelfie(verificationId: string, stepId: string): Promise<Media | null> {
    const run = (await db.stepRuns.list(verificationId)).find((candidate) => candidate.stepId === stepId);
    if (run === undefined) return null;
    const files = await db.media.listOfAttempt(run.id, run.attempt);
    return files.find(({ kind }) => kind === 'selfie') ?? null;
  };
}
