import { languages, type Language } from '../../domain/language.ts';
import type { FaceAnalyser } from '../../domain/ports/faces/face-analyser.ts';
import type { VideoFrame } from '../../domain/ports/faces/recording-decoder.ts';
import { ProviderAway } from '../../domain/ports/provider-away.ts';
import { voiceFrameMs } from '../../domain/ports/faces/voice-detector.ts';
import type { SubmittedAttempt } from '../define-step.ts';
import type { StepTools } from '../step-tools.ts';
import { recordingTimesOf } from '../recordings/recording-times.ts';
import type { HeardVoice } from './heard-voice-schema.ts';
import { mouthSpeechCorrelation } from './mouth-speech-correlation.ts';
import { spokenDigitsOf } from './spoken-digits.ts';
import { voiceSignsOf } from './voice-signs.ts';

const speechProbability = 0.5;
/** From here on a sample is at the end of the scale. */
const clippedFrom = 0.985;
const mouthPicture = { everyMs: 100, windows: [], longSidePx: 320 };

/** Takes a recording apart and listens to it: whether somebody speaks, what they say, and whether their mouth moves with it. */
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
  const about = { ...nothingHeard, challengeId: challenge?.id ?? null, digits: content?.digits ?? null, times };
  const recording = await tools.recordings.decode(await tools.readFile(file), {
    form: config.withVideo ? 'video' : 'audio',
    contentType: file.contentType,
    frames: config.withVideo ? mouthPicture : null,
    sound: true,
  });
  const took = () => performance.now() - startedAt;
  if ('fault' in recording) return { ...about, fault: recording.fault, durationMs: took() };
  const { sound } = recording;
  // A video without a sound track holds no voice.
  if (sound === null) return { ...about, fault: 'file.unreadable_audio', durationMs: took() };

  const probabilities = await tools.voiceDetector?.detect(sound);
  const spoken = probabilities?.filter((probability) => probability >= speechProbability).length ?? 0;
  const language = languages.find((known) => known === content?.language) ?? 'en';
  const correlation =
    config.withVideo && probabilities !== undefined
      ? mouthSpeechCorrelation(await mouthsOf(tools.faceAnalyser, recording.frames), probabilities)
      : null;
  return {
    ...about,
    audioMs: Math.min(60_000, recording.durationMs),
    speechMs: probabilities === undefined ? null : spoken * voiceFrameMs,
    clippedFraction: sound.filter((sample) => Math.abs(sample) >= clippedFrom).length / Math.max(1, sound.length),
    ...(await transcribe(tools.speech, { sound, language, mayWait })),
    mouthSpeechCorrelation: correlation,
    signs: probabilities === undefined ? null : voiceSignsOf(sound, probabilities),
    models: tools.voiceDetector === null ? [] : [tools.voiceDetector.model],
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

async function mouthsOf(analyser: FaceAnalyser, frames: readonly VideoFrame[]) {
  const mouths: { atMs: number; openness: number }[] = [];
  for (const frame of frames) {
    const [face] = (await analyser.analyse(frame)).faces;
    if (face !== undefined) mouths.push({ atMs: frame.atMs, openness: face.mouth.openness });
  }
  return mouths;
}
