import { languages, type Language } from '../../domain/language.ts';
import { countFaces } from '../../domain/faces/face-faults.ts';
import type { FaceAnalyser, FaceReading } from '../../domain/ports/faces/face-analyser.ts';
import type { DecodedRecording } from '../../domain/ports/faces/recording-decoder.ts';
import { ProviderAway } from '../../domain/ports/provider-away.ts';
import { voiceFrameMs } from '../../domain/ports/faces/voice-detector.ts';
import type { SubmittedAttempt } from '../define-step.ts';
import type { StepTools } from '../step-tools.ts';
import { cameraFactsOf } from '../recordings/camera-facts.ts';
import { facePlaceOf, findCuts, isRestless } from '../recordings/find-cuts.ts';
import { measureLiveRecording } from '../recordings/measure-live-recording.ts';
import { recordingTimesOf } from '../recordings/recording-times.ts';
import type { ModelReference } from '../../domain/ports/pages/page-reader.ts';
import { lookAtDrawn } from '../faces/drawn-looks.ts';
import { chooseSharpest, lookAtMoments, type Moment } from '../faces/video-looks.ts';
import type { HeardVoice, SeenSpeaker } from './heard-voice-schema.ts';
import { mouthSpeechCorrelation } from './mouth-speech-correlation.ts';
import { spokenDigitsOf } from './spoken-digits.ts';
import { voiceSignsOf } from './voice-signs.ts';

const speechProbability = 0.5;
/** From this value on, a sample is at full scale. */
const clippedFrom = 0.985;
const mouthPicture = { everyMs: 100, windows: [], longSidePx: 320, stills: { everyMs: 700, longSidePx: 960 } };

/** Decodes a recording and analyses it: whether somebody speaks, what they say, and whether their mouth moves with it. */
export async function hearVoice(
  tools: Pick<StepTools['face.judge'], 'readFile' | 'recordings' | 'voiceDetector' | 'speech' | 'faceAnalyser'>,
  {
    config,
    files,
    challenge,
    mayWait,
  }: Pick<SubmittedAttempt<{ withVideo: boolean }, unknown>, 'config' | 'files' | 'challenge' | 'mayWait'>,
): Promise<HeardVoice> {
  const startedAt = performance.now();
  const content = challenge?.content.kind === 'digits' ? challenge.content : null;
  const [file] = files;
  if (file === undefined) throw new Error('a recording was submitted without a file');
  const times = recordingTimesOf(challenge);
  const bytes = await tools.readFile(file);
  const { contentType } = file;
  const form = config.withVideo ? 'video' : 'audio';
  const wish = { form, contentType, frames: config.withVideo ? mouthPicture : null, sound: true } as const;
  const { live, recording, readings } = await measureLiveRecording(
    tools.recordings,
    { bytes, challenge, wish },
    { measure: async (frame) => ({ frame, reading: await tools.faceAnalyser.analyse(frame) }) },
  );
  const about = { ...nothingHeard, challengeId: challenge?.id ?? null, digits: content?.digits ?? null, times, live };
  const took = () => performance.now() - startedAt;
  if ('fault' in recording) return { ...about, fault: recording.fault, durationMs: took() };
  const { sound } = recording;
  // A video without a sound track contains no voice.
  if (sound === null) return { ...about, fault: 'file.unreadable_audio', durationMs: took() };

  const probabilities = await tools.voiceDetector?.detect(sound);
  const spoken = probabilities?.filter((probability) => probability >= speechProbability).length ?? 0;
  const language = languages.find((known) => known === content?.language) ?? 'en';
  const pictures = readings.map(({ frame, reading }) => {
    const still = recording.stills.find(({ atMs }) => atMs === frame.atMs) ?? null;
    return { frame, still, reading };
  });
  const correlation =
    config.withVideo && probabilities !== undefined ? mouthSpeechCorrelation(mouthsIn(pictures), probabilities) : null;
  const seen = config.withVideo ? await lookAtSpeaker(tools.faceAnalyser, pictures, recording) : null;
  return {
    ...about,
    audioMs: Math.min(60_000, recording.durationMs),
    speechMs: probabilities === undefined ? null : spoken * voiceFrameMs,
    clippedFraction: sound.filter((sample) => Math.abs(sample) >= clippedFrom).length / Math.max(1, sound.length),
    ...(await transcribe(tools.speech, { sound, language, mayWait })),
    mouthSpeechCorrelation: correlation,
    signs: probabilities === undefined ? null : voiceSignsOf(sound, probabilities),
    speaker: seen?.speaker ?? null,
    camera: config.withVideo ? cameraFactsOf(file, recording) : null,
    models: [...(tools.voiceDetector === null ? [] : [tools.voiceDetector.model]), ...(seen?.models ?? [])],
    durationMs: took(),
  };
}

const nothingHeard = {
  fault: null,
  audioMs: 0,
  speechMs: null,
  clippedFraction: 0,
  engine: 'missing',
  heardDigits: null,
  mouthSpeechCorrelation: null,
  signs: null,
  speaker: null,
  camera: null,
  models: [],
} satisfies Partial<HeardVoice>;

async function transcribe(
  speech: StepTools['face.judge']['speech'],
  { sound, language, mayWait }: { sound: Float32Array; language: Language; mayWait: boolean },
): Promise<Pick<HeardVoice, 'engine' | 'heardDigits'>> {
  if (speech === null) return { engine: 'missing', heardDigits: null };
  try {
    const text = await speech.transcribe(sound, language);
    return { engine: 'answered', heardDigits: spokenDigitsOf(text, language).slice(0, 100) };
  } catch (error) {
    if (mayWait && error instanceof ProviderAway) throw error;
    return { engine: 'failed', heardDigits: null };
  }
}

interface Picture extends Moment {
  reading: FaceReading;
}

function mouthsIn(pictures: readonly Picture[]) {
  return pictures.flatMap(({ frame: { atMs }, reading: { faces } }) =>
    faces[0] === undefined ? [] : [{ atMs, openness: faces[0].mouth.openness }],
  );
}

/** Whose mouth it is: the largest face of each picture, as for the mouths. */
async function lookAtSpeaker(
  analyser: FaceAnalyser,
  pictures: readonly Picture[],
  { changes }: Pick<DecodedRecording, 'changes'>,
): Promise<{ speaker: SeenSpeaker; models: readonly ModelReference[] }> {
  const withFace = pictures.filter(({ reading }) => reading.faces.length > 0);
  const chosen = chooseSharpest(withFace, ({ reading }) => reading.faces[0]?.quality.sharpness ?? 0);
  const others = withFace.filter((picture) => !chosen.includes(picture));
  const [{ models, ...looks }, drawn] = await Promise.all([
    lookAtMoments(analyser, chosen),
    lookAtDrawn(analyser, others),
  ]);
  const crowdedPictures = pictures.filter(({ reading }) => countFaces(reading) > 1).length;
  const places = pictures.map(({ frame: { atMs }, reading }) => ({ atMs, face: facePlaceOf(reading) }));
  const speaker = {
    ...looks,
    drawn,
    pictures: pictures.length,
    crowdedPictures,
    facelessPictures: pictures.length - withFace.length,
    cutsAtMs: findCuts(changes, places),
    restless: isRestless(changes),
  };
  return { speaker, models };
}
