import type { Container } from '../../src/container.ts';
import { createOpenMedia } from '../../src/services/objects/open-media.ts';
import { activeLivenessSchema } from '../../src/steps/active-liveness/schema.ts';
import { isLivenessAction } from '../../src/domain/verifications/challenge.ts';
import { sinceDrawn } from '../../src/steps/recordings/recording-times.ts';
import type { AboutRecording, NewRecording } from './recording-set.ts';

/** Takes a film out of the service, with the moments that its server noted. Null when the verification has none. */
export function createTakeRecording({ db, objects }: Pick<Container, 'db' | 'objects'>) {
  const openMedia = createOpenMedia({ db, objects });
  return async function takeRecording(
    verificationId: string,
    about: AboutRecording,
    config: unknown,
  ): Promise<NewRecording | null> {
    const media = await db.media.listOfVerification(verificationId);
    const film = media.find(({ kind }) => kind === 'liveness-video');
    if (film?.stepRunId == null) return null;
    const attempt = { stepRunId: film.stepRunId, attempt: film.attempt };
    const challenge = await db.challenges.findUsed(attempt, [film.id]);
    if (challenge?.recording == null || challenge.usedAt === null || challenge.content.kind !== 'prompts') return null;
    const { promptCount, promptTimeoutMs } = activeLivenessSchema.config.parse(config);
    const { prompts, light = [], chunks } = challenge.recording;
    return {
      ...about,
      contentType: film.contentType === 'video/mp4' ? 'video/mp4' : 'video/webm',
      recordedAt: film.createdAt.toISOString(),
      config: { promptCount, promptTimeoutMs },
      live: {
        receivedMs: sinceDrawn(challenge, challenge.usedAt),
        lightOffered: challenge.content.light === true,
        prompts: prompts.flatMap(({ action, sentMs }) => (isLivenessAction(action) ? [{ action, sentMs }] : [])),
        light: light.map(({ colour, sentMs }) => ({ colour, sentMs })),
        chunks: chunks.map(({ bytes, receivedMs }) => ({ bytes, receivedMs })),
      },
      bytes: await openMedia(film),
    };
  };
}
