import { isLivenessAction, type LivenessPrompt } from '../../domain/verifications/challenge.ts';
import { countFaces } from '../../domain/faces/face-faults.ts';
import type { Media } from '../../domain/media/media.ts';
import type { AnalysedFace, FaceAnalyser, FaceReading } from '../../domain/ports/faces/face-analyser.ts';
import type { ModelReference } from '../../domain/ports/pages/page-reader.ts';
import type { FrameWindow, VideoFrame } from '../../domain/ports/faces/recording-decoder.ts';
import type { SubmittedAttempt } from '../define-step.ts';
import type { StepTools } from '../step-tools.ts';
import { describeFace } from '../faces/look-at-face.ts';
import { cameraFactsOf } from '../recordings/camera-facts.ts';
import { contactSheetOf } from '../recordings/contact-sheet.ts';
import { facePlaceOf, findCuts, isRestless } from '../recordings/find-cuts.ts';
import { momentInRecording, placeLiveRecording, type LiveRecordingFacts } from '../recordings/live-recording.ts';
import { measureLiveRecording } from '../recordings/measure-live-recording.ts';
import { recordingTimesOf } from '../recordings/recording-times.ts';
import { medianOf } from '../faces/judge-signs.ts';
import { lookAtDrawn } from '../faces/drawn-looks.ts';
import { chooseSharpest, lookAtMoments, type Moment } from '../faces/video-looks.ts';
import { findMovements, networkSlackMs, restOf } from './follow-prompts.ts';
import { lightWindowOf } from './judge-light.ts';
import { measureLight } from './measure-light.ts';
import { mostMovers, type VideoSample, type WatchedVideo } from './watched-video-schema.ts';

/** The interval between pictures. A blink is shorter, so there are more pictures when a blink is requested. */
const everyMs = 280;
export const blinkWindow = { afterMs: 2_400 + networkSlackMs, everyMs: 80 };
const lightEveryMs = 100;
const longSidePx = 400;
/** Pictures that are judged for liveness are larger: small ones lose a screen's pixels and a print's grain. */
const stills = { everyMs: 700, longSidePx: 960 };
/** The pictures that are examined. In windows there are more. */
export const watchedPictures = { everyMs, longSidePx, stills };
/** Relative to the person's face at rest. */
const aheadDegrees = 12;
const sheetCount = 12;

/** Splits a video into pictures and measures the person's movements. Stores its best picture and a contact sheet as evidence. */
export async function watchVideo(
  tools: Pick<StepTools['face.judge'], 'faceAnalyser' | 'readFile' | 'recordings' | 'keepPicture' | 'measuredAhead'>,
  attempt: Pick<SubmittedAttempt<unknown, unknown>, 'files' | 'challenge'>,
): Promise<WatchedVideo> {
  const ahead = attempt.challenge && tools.measuredAhead?.take(attempt.challenge.id);
  if (ahead == null) return watch(tools, attempt);
  try {
    return await watch({ ...tools, faceAnalyser: ahead }, attempt);
  } finally {
    ahead.forget();
  }
}

async function watch(
  tools: Pick<StepTools['face.judge'], 'faceAnalyser' | 'readFile' | 'recordings' | 'keepPicture'>,
  { files, challenge }: Pick<SubmittedAttempt<unknown, unknown>, 'files' | 'challenge'>,
): Promise<WatchedVideo> {
  const startedAt = performance.now();
  const file = files.find(({ kind }) => kind === 'liveness-video');
  if (file === undefined) throw new Error('a video was submitted without a file');
  const bytes = await tools.readFile(file);
  const { faceAnalyser } = tools;
  let windows: { blinks: FrameWindow[]; light: FrameWindow[] } = { blinks: [], light: [] };
  let face: AnalysedFace | null = null;
  const measure = async (frame: VideoFrame) => {
    // The face hardly moves between two pictures of the light, so most need only their colours measured.
    const isSearched = frame.isRegular || isWithin(windows.blinks, frame);
    const reading = isSearched ? await faceAnalyser.analyse(frame) : null;
    if (reading !== null) face = reading.faces[0] ?? null;
    const isLit = isWithin(windows.light, frame);
    return { frame, reading, light: isLit && face !== null ? measureLight(frame, face) : null };
  };
  const wish = {
    form: 'video',
    contentType: file.contentType,
    frames: { ...watchedPictures, windows: [] },
    sound: false,
  } as const;
  const { live, recording, readings } = await measureLiveRecording(
    tools.recordings,
    { bytes, challenge, wish },
    {
      measure,
      chooseWindows: (live) => {
        windows = windowsFor(live);
        return [...windows.blinks, ...windows.light];
      },
    },
  );
  const about = {
    challengeId: challenge?.id ?? null,
    prompts: promptsIn(live),
    times: recordingTimesOf(challenge),
    live,
    lightOffered: challenge?.content.kind === 'prompts' && challenge.content.light === true,
    ...nothingSeen,
  };
  if ('fault' in recording) {
    return { ...about, fault: recording.fault, durationMs: performance.now() - startedAt };
  }

  const measured: MeasuredFrame[] = readings.flatMap(({ frame, reading }) => {
    const still = recording.stills.find(({ atMs }) => atMs === frame.atMs) ?? null;
    return reading === null ? [] : [{ frame, reading, still }];
  });
  const samples = measured.map(sampleOf);
  const models = new Map<string, ModelReference>();
  const note = (reading: FaceReading) => reading.models.forEach((model) => models.set(model.name, model));
  measured.forEach(({ reading }) => note(reading));

  const ahead = picturesAhead(measured, samples);
  const chosen = chooseSharpest(ahead, ({ reading }) => reading.faces[0]?.quality.sharpness ?? 0);
  const others = ahead.filter((picture) => !chosen.includes(picture));
  // The answer to the light counts only for the person whose looks are judged.
  const lit = others.filter(({ frame }) => isWithin(windows.light, frame));
  const [best] = chosen;
  const evidence = { best: best?.frame ?? null, frames: measured.map(({ frame }) => frame) };
  // Other threads encode and store the evidence while this one runs the nets.
  const [, seen, drawn, drawnLit, movers] = await Promise.all([
    keepEvidence(tools, file, evidence),
    lookAtMoments(faceAnalyser, chosen),
    lookAtDrawn(faceAnalyser, others),
    lookAtDrawn(faceAnalyser, lit),
    describeMovers(faceAnalyser, chooseMovers(measured, samples)),
  ]);
  seen.models.forEach((model) => models.set(model.name, model));
  return {
    ...about,
    videoMs: recording.durationMs,
    samples,
    lightSamples: readings.flatMap(({ frame: { atMs }, light: seen }) => (seen === null ? [] : [{ atMs, ...seen }])),
    banding: medianOf(recording.changes.map(({ banding }) => banding)),
    cutsAtMs: findCuts(recording.changes, samples),
    restless: isRestless(recording.changes),
    bestFace: best?.reading.faces[0] === undefined ? null : describeFace(best.reading.faces[0], best.reading),
    ...seen,
    drawn: [...drawn, ...drawnLit],
    movers,
    camera: cameraFactsOf(file, recording),
    models: [...models.values()],
    durationMs: performance.now() - startedAt,
  };
}

interface MeasuredFrame extends Moment {
  reading: FaceReading;
}

const nothingSeen = {
  fault: null,
  videoMs: 0,
  samples: [],
  lightSamples: [],
  banding: null,
  cutsAtMs: [],
  restless: false,
  bestFace: null,
  looks: [],
  movers: [],
  camera: null,
  antiSpoofing: [],
  antiSpoofingRule: 'all',
  antiSpoofingMissing: false,
  models: [],
} satisfies Partial<WatchedVideo>;

function isWithin(windows: readonly FrameWindow[], { atMs }: { atMs: number }): boolean {
  return windows.some(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs);
}

/** The prompts, at their moments in the recording. */
function promptsIn(live: LiveRecordingFacts | null): LivenessPrompt[] {
  const places = live && placeLiveRecording(live);
  return (places?.prompts ?? []).flatMap(({ action, atMs }) =>
    isLivenessAction(action) ? [{ action, atMs: momentInRecording(atMs) }] : [],
  );
}

/** When more pictures are needed: while a blink is requested, and while the screen shows its colours. */
function windowsFor(live: LiveRecordingFacts | null): { blinks: FrameWindow[]; light: FrameWindow[] } {
  const blinks = promptsIn(live)
    .filter(({ action }) => action === 'blink')
    .map(({ atMs }) => ({ fromMs: atMs, toMs: atMs + blinkWindow.afterMs, everyMs: blinkWindow.everyMs }));
  const places = live && placeLiveRecording(live);
  const light = lightWindowOf(places?.light ?? []);
  const lit = light && { fromMs: momentInRecording(light.fromMs), toMs: light.toMs, everyMs: lightEveryMs };
  return { blinks, light: lit === null ? [] : [lit] };
}

function sampleOf({ frame, reading }: MeasuredFrame): VideoSample {
  const [face] = reading.faces;
  const place = facePlaceOf(reading);
  if (face === undefined || place === null) return { atMs: frame.atMs, largeFaces: 0, face: null };
  return {
    atMs: frame.atMs,
    largeFaces: countFaces(reading),
    face: {
      yaw: face.pose.yaw,
      pitch: face.pose.pitch,
      eyes: eyesOf(face),
      mouthWidth: face.mouth.width,
      ...place,
    },
  };
}

function eyesOf({ eyes }: AnalysedFace): number {
  return (eyes.left + eyes.right) / 2;
}

/** Pictures in which the person looks ahead. */
function picturesAhead(measured: readonly MeasuredFrame[], samples: readonly VideoSample[]): MeasuredFrame[] {
  const rest = restOf(samples.flatMap(({ face }) => face ?? []));
  if (rest === null) return [];
  return measured.filter((_, index) => {
    const face = samples[index]?.face;
    return (
      face != null &&
      Math.abs(face.yaw - rest.yaw) < aheadDegrees &&
      Math.abs(face.pitch - rest.pitch) < aheadDegrees &&
      face.eyes > rest.eyes * 0.8
    );
  });
}

/** Of the pictures that show a movement: the one in which the face is turned away least, and the middle one. */
function chooseMovers(measured: readonly MeasuredFrame[], samples: readonly VideoSample[]): MeasuredFrame[] {
  const rest = restOf(samples.flatMap(({ face }) => face ?? []));
  if (rest === null) return [];
  const turned = ({ face }: VideoSample) =>
    face === null ? Infinity : Math.abs(face.yaw - rest.yaw) + Math.abs(face.pitch - rest.pitch);
  const moments = findMovements(samples).flatMap(({ shownAtMs }) => {
    const showing = samples.filter(({ atMs }) => shownAtMs.includes(atMs));
    const [least] = [...showing].sort((a, b) => turned(a) - turned(b));
    return [least?.atMs, showing[showing.length >> 1]?.atMs];
  });
  return measured.filter(({ frame }) => moments.includes(frame.atMs)).slice(0, mostMovers);
}

async function describeMovers(
  analyser: FaceAnalyser,
  chosen: readonly MeasuredFrame[],
): Promise<NonNullable<WatchedVideo['movers']>> {
  const movers: NonNullable<WatchedVideo['movers']> = [];
  for (const { frame, reading } of chosen) {
    const [face] = reading.faces;
    movers.push({ atMs: frame.atMs, template: face === undefined ? null : await analyser.templateOf(frame, face) });
  }
  return movers;
}

async function keepEvidence(
  { keepPicture }: Pick<StepTools['face.judge'], 'keepPicture'>,
  file: Media,
  { best, frames }: { best: VideoFrame | null; frames: readonly VideoFrame[] },
): Promise<void> {
  if (best !== null) await keepPicture(file, 'liveness-best-frame', best);
  const sheet = contactSheetOf(
    Array.from({ length: sheetCount }, (_, index) => frames[Math.floor((index * frames.length) / sheetCount)]).flatMap(
      (frame) => frame ?? [],
    ),
  );
  if (sheet !== null) await keepPicture(file, 'liveness-contact-sheet', sheet);
}
