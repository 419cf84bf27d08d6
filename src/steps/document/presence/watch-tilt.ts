import { setImmediate } from 'node:timers/promises';
import type { VideoFrame } from '../../../domain/ports/faces/recording-decoder.ts';
import type { Upload } from '../../../domain/media/media.ts';
import type { SubmittedAttempt } from '../../define-step.ts';
import type { StepTools } from '../../step-tools.ts';
import { medianOf } from '../../faces/judge-signs.ts';
import { decodeLiveRecording, placeLiveRecording } from '../../recordings/live-recording.ts';
import { recordingTimesOf } from '../../recordings/recording-times.ts';
import { measureTilt } from './measure-tilt.ts';
import type { GreyPicture } from './grey-picture.ts';
import type { TiltFilm } from './tilt-film-schema.ts';

const everyMs = 120;
const longSidePx = 320;
/** Larger pictures, in which letters can be compared with the photo. */
const stills = { everyMs: 600, longSidePx: 640 };
/** How long to search for the outline when no prompt was sent; otherwise until the first prompt. */
const restMs = 1_500;

type Tools = NonNullable<StepTools['document.read']['films']>;

/** Follows the front of the document through the film; null when there is no film. */
export async function watchTilt(
  tools: Tools | null,
  { files, challenge }: Pick<SubmittedAttempt<unknown, unknown>, 'files' | 'challenge'>,
): Promise<TiltFilm | null> {
  const startedAt = performance.now();
  const film = files.find(({ kind, state }) => kind === 'document-film' && state !== 'unusable');
  if (film === undefined) return null;
  if (tools === null) throw new Error('a film was submitted where none is watched');
  const bytes = await tools.readFile(film);
  const { contentType } = film;
  const frames: VideoFrame[] = [];
  const wish = {
    form: 'video',
    contentType,
    frames: { everyMs, windows: [], longSidePx, stills },
    sound: false,
  } as const;
  const { live, recording } = await decodeLiveRecording(
    tools.recordings,
    { bytes, challenge, wish },
    { onFrame: (frame) => frames.push(frame) },
  );
  const about = { challengeId: challenge?.id ?? null, times: recordingTimesOf(challenge), live };
  const nothingSeen = { filmMs: 0, samples: [], parts: null, flicker: null, screenPattern: null, banding: null };
  if ('fault' in recording) {
    return { ...about, ...nothingSeen, fault: recording.fault, durationMs: performance.now() - startedAt };
  }
  const promptedMs = (live && placeLiveRecording(live)?.prompts[0]?.atMs) ?? restMs;
  const measured = await measureTilt(frames, {
    restUntilMs: Math.max(0, promptedMs),
    picture: await readFront(tools, files),
    stills: recording.stills,
    // The worker has other work between two pictures.
    rest: () => setImmediate(),
  });
  return {
    ...about,
    ...measured,
    banding: medianOf(recording.changes.map(({ banding }) => banding)),
    fault: null,
    filmMs: Math.round(recording.durationMs),
    durationMs: performance.now() - startedAt,
  };
}

/** The picture to compare the film with; null when none is readable. */
async function readFront(tools: Tools, files: readonly Upload[]): Promise<GreyPicture | null> {
  const front = files.find(({ kind }) => kind === 'document-front');
  if (front === undefined) return null;
  const picture = await tools.readLuma(front);
  return 'fault' in picture ? null : picture;
}
