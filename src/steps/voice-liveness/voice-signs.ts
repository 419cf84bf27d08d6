import { voiceFrameMs } from '../../domain/ports/faces/voice-detector.ts';

/** The output format of `RecordingDecoder`. */
const soundRate = 16_000;

const speechProbability = 0.5;
/** The range of pitches of adults and children. */
const pitchHz = { least: 65, most: 420 };
const hopMs = 10;
const windowMs = 40;
/** The autocorrelation at one period from which a window is voiced. */
const leastPeriodicity = 0.75;
/** Fewer voiced windows do not give a word's pitch. */
const leastWindows = 6;
/** A pause of this length separates two words. */
const pauseMs = 96;

export interface VoiceSigns {
  /** Words with a measurable pitch. */
  words: number;
  /** Median pitch of the recording in hertz; null when nothing is voiced. */
  pitchHz: number | null;
  /** Highest to lowest pitch of a word, each its median: 1 and more. Null with fewer than two words. */
  pitchRatio: number | null;
  /** Median relative change of pitch from one window to the next. A synthesiser without breath has almost none. */
  pitchStep: number | null;
  /** Loudness of the quietest tenth of the pauses relative to speech, in decibels; null without pauses. */
  floorDb: number | null;
}

/** The pitch and pauses of a recording, for any speaker. `probabilities`: of speech, one per frame. */
export function voiceSignsOf(sound: Float32Array, probabilities: Float32Array): VoiceSigns {
  const words = wordsIn(probabilities);
  const tracks = words
    .map(({ from, to }) => pitchesIn(sound, from, to))
    .filter((track) => track.length >= leastWindows);
  const medians = tracks.map(medianOf).sort((a, b) => a - b);
  const [lowest, highest] = [medians[0], medians.at(-1)];
  const steps = tracks.flatMap((track) =>
    track.slice(1).map((pitch, index) => Math.abs(pitch - (track[index] ?? pitch)) / pitch),
  );
  return {
    words: tracks.length,
    pitchHz: tracks.length === 0 ? null : medianOf(tracks.flat()),
    pitchRatio: medians.length < 2 || lowest === undefined || highest === undefined ? null : highest / lowest,
    pitchStep: steps.length === 0 ? null : medianOf(steps),
    floorDb: floorOf(sound, probabilities),
  };
}

interface Stretch {
  from: number;
  to: number;
}

/** Stretches of speech, in samples. */
function wordsIn(probabilities: Float32Array): Stretch[] {
  const frame = (voiceFrameMs / 1000) * soundRate;
  const words: Stretch[] = [];
  for (const [index, probability] of probabilities.entries()) {
    if (probability < speechProbability) continue;
    const last = words.at(-1);
    const from = index * frame;
    if (last !== undefined && from - last.to < (pauseMs / 1000) * soundRate) last.to = from + frame;
    else words.push({ from, to: from + frame });
  }
  return words;
}

/** The pitch of each voiced window of a stretch, from the peak of its normalised autocorrelation. */
function pitchesIn(sound: Float32Array, from: number, to: number): number[] {
  const length = Math.round((windowMs / 1000) * soundRate);
  const hop = Math.round((hopMs / 1000) * soundRate);
  const pitches: number[] = [];
  for (let start = from; start + 2 * length <= Math.min(to + length, sound.length); start += hop) {
    const pitch = pitchAt(sound, start, length);
    if (pitch !== null) pitches.push(pitch);
  }
  return pitches;
}

function pitchAt(sound: Float32Array, start: number, length: number): number | null {
  const shortest = Math.floor(soundRate / pitchHz.most);
  const longest = Math.ceil(soundRate / pitchHz.least);
  const likeness = new Float32Array(longest + 2);
  const power = powerOf(sound, start, length);
  for (let lag = shortest - 1; lag <= longest + 1; lag += 1) {
    likeness[lag] = correlationAt(sound, { start, length, power }, lag);
  }
  let best = shortest;
  for (let lag = shortest; lag <= longest; lag += 1) if ((likeness[lag] ?? 0) > (likeness[best] ?? 0)) best = lag;
  const peak = likeness[best] ?? 0;
  if (peak < leastPeriodicity) return null;
  // Two periods correlate as well as one, so the shortest lag that is nearly as good is the period.
  for (let lag = shortest; lag < best; lag += 1) {
    const [before, here, after] = [likeness[lag - 1] ?? 0, likeness[lag] ?? 0, likeness[lag + 1] ?? 0];
    if (here >= 0.92 * peak && here >= before && here >= after) {
      best = lag;
      break;
    }
  }
  const [a, b, c] = [likeness[best - 1] ?? 0, likeness[best] ?? 0, likeness[best + 1] ?? 0];
  const bend = a - 2 * b + c;
  return soundRate / (best + (bend === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (a - c) / (2 * bend)))));
}

function powerOf(sound: Float32Array, start: number, length: number): number {
  let power = 0;
  for (let at = start; at < start + length; at += 1) {
    const value = sound[at] ?? 0;
    power += value * value;
  }
  return power;
}

function correlationAt(
  sound: Float32Array,
  { start, length, power }: { start: number; length: number; power: number },
  lag: number,
): number {
  let product = 0;
  let later = 0;
  for (let at = start; at < start + length; at += 1) {
    const a = sound[at] ?? 0;
    const b = sound[at + lag] ?? 0;
    product += a * b;
    later += b * b;
  }
  return product / Math.sqrt(power * later + 1e-12);
}

function floorOf(sound: Float32Array, probabilities: Float32Array): number | null {
  const frame = (voiceFrameMs / 1000) * soundRate;
  const powers = { speech: [] as number[], pause: [] as number[] };
  for (const [index, probability] of probabilities.entries()) {
    const part = sound.subarray(index * frame, (index + 1) * frame);
    const power = part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length);
    if (probability >= speechProbability) powers.speech.push(power);
    else if (probability < 0.1) powers.pause.push(power);
  }
  if (powers.speech.length === 0 || powers.pause.length < 3) return null;
  const quiet = powers.pause.sort((a, b) => a - b)[Math.floor(powers.pause.length / 10)] ?? 0;
  return Math.max(-120, 10 * Math.log10((quiet + 1e-14) / (medianOf(powers.speech) + 1e-14)));
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
