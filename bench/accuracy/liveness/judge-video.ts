import type { Challenge, LivenessPrompt, LiveRecording } from '../../../src/domain/verifications/challenge.ts';
import { asIfLive, beganMs } from '../../../specimens/faces/as-if-live.ts';
import type { PlacedColour } from '../../../src/domain/verifications/light-colours.ts';
import type { FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import type { RecordingDecoder } from '../../../src/domain/ports/faces/recording-decoder.ts';
import { newId } from '../../../src/domain/id.ts';
import type { StepEvaluation } from '../../../src/domain/verifications/evaluation.ts';
import type { StepConfig } from '../../../src/steps/define-step-schema.ts';
import { evaluateActiveLiveness } from '../../../src/steps/active-liveness/evaluate-active-liveness.ts';
import { followPrompts } from '../../../src/steps/active-liveness/follow-prompts.ts';
import { activeLivenessSchema } from '../../../src/steps/active-liveness/schema.ts';
import { watchVideo } from '../../../src/steps/active-liveness/watch-video.ts';
import type { WatchedVideo } from '../../../src/steps/active-liveness/watched-video-schema.ts';
import { readFilm, type LivenessRecording } from '../../recordings/recording-set.ts';
import { ownCpuMs } from '../../cpu-time.ts';
import { madeUpFile } from '../made-up-file.ts';

export interface JudgedVideo {
  /** Outcome, a space and the code, which is empty for `passed`. */
  verdict: string;
  followedAtMs: (number | null)[];
  videoMs: number;
  /** Wall time and processor time, with the decoding process. Making up what the server noted while the film arrived is not counted. */
  judgedMs: number;
  judgedCpuMs: number;
  /** Measurements of the video, which other challenges can be judged by without another pass. */
  watched: WatchedVideo;
}

type Config = StepConfig<typeof activeLivenessSchema>;

/** The step's result for a video, without HTTP and database. */
export function judgeVideo(faceAnalyser: FaceAnalyser, recordings: RecordingDecoder) {
  return async function judge(
    video: Buffer,
    prompts: LivenessPrompt[],
    config: Config,
    light: PlacedColour[] = [],
  ): Promise<JudgedVideo> {
    const contentType = 'video/webm';
    const noted = await asIfLive(recordings, { bytes: video, contentType }, prompts);
    const sent = light.map(({ colour, atMs }) => ({ colour, sentMs: atMs + beganMs }));
    const recording = { ...noted, ...(sent.length > 0 && { light: sent }) };
    const cpuBefore = ownCpuMs();
    const startedAt = performance.now();
    const watched = await watchVideo(
      { faceAnalyser, recordings, readFile: () => Promise.resolve(video), keepPicture: () => Promise.resolve() },
      {
        files: [madeUpFile('liveness-video', contentType, video)],
        challenge: challengeOf(recording, { light: sent.length > 0 }),
      },
    );
    const judgedMs = performance.now() - startedAt;
    const judgedCpuMs = ownCpuMs() - cpuBefore;
    return { ...judgeWatched(watched, prompts, config), videoMs: watched.videoMs, judgedMs, judgedCpuMs, watched };
  };
}

/** The verdict on the measurements of a video, for one challenge. */
export function judgeWatched(
  watched: WatchedVideo,
  prompts: LivenessPrompt[],
  config: Config,
): Pick<JudgedVideo, 'verdict' | 'followedAtMs'> {
  // The prompts of another challenge, sent by the server while the same film arrives.
  const live = watched.live && {
    ...watched.live,
    prompts: prompts.map(({ action, atMs }) => ({ action, sentMs: atMs + beganMs })),
  };
  const result = { ...watched, prompts, ...(live !== undefined && { live }) };
  const [check] = evaluateActiveLiveness({ config, result }).outcome.checks;
  return {
    verdict: `${check?.outcome ?? 'error'} ${check?.code ?? ''}`,
    followedAtMs: followPrompts(watched.samples, prompts, config.promptTimeoutMs).followedAtMs,
  };
}

/** The step's result for a recording that arrived as its set says, with the current models. */
export function judgeRecording(faceAnalyser: FaceAnalyser, recordings: RecordingDecoder) {
  return async function judge(dir: string, recording: LivenessRecording): Promise<StepEvaluation> {
    const { live, contentType, config: settings } = recording;
    const film = readFilm(dir, recording);
    const challenge = challengeOf(
      {
        prompts: live.prompts,
        ...(live.light.length > 0 && { light: live.light }),
        chunks: live.chunks.map((chunk) => ({ ...chunk, digest: '', objectKey: '' })),
        nextPromptMs: null,
      },
      { ...settings, light: live.lightOffered, receivedMs: live.receivedMs },
    );
    const result = await watchVideo(
      { faceAnalyser, recordings, readFile: () => Promise.resolve(film), keepPicture: () => Promise.resolve() },
      { files: [madeUpFile('liveness-video', contentType, film)], challenge },
    );
    return evaluateActiveLiveness({ config: activeLivenessSchema.config.parse(settings), result });
  };
}

/** `receivedMs`: when the whole recording had arrived, from the drawing; long after when nothing is asked of it. */
function challengeOf(
  recording: LiveRecording,
  {
    promptCount = recording.prompts.length,
    promptTimeoutMs = 4_000,
    light = false,
    receivedMs = 60_000,
  }: { promptCount?: number; promptTimeoutMs?: number; light?: boolean; receivedMs?: number } = {},
): Challenge {
  return {
    id: newId('challenge'),
    stepRunId: newId('stepRun'),
    attempt: 1,
    content: { kind: 'prompts', promptCount, promptTimeoutMs, light },
    recording,
    expiresAt: new Date(0),
    drawnAt: new Date(0),
    usedAt: new Date(receivedMs),
  };
}
