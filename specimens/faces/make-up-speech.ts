import { createRandom } from '../drawing/create-random.ts';
import { soundRate } from '../captures/encode-recording.ts';

/** Resonances of a throat, in hertz, that make a buzz sound like a vowel (Peterson and Barney 1952, means of men). */
const vowels = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
] as const satisfies (readonly [number, number, number])[];
const bandwidthsHz = [80, 110, 160] as const;
const syllableMs = 260;
const pauseMs = 140;

/**
 * Something that sounds like a voice saying so many syllables, and says nothing: enough for a check whether somebody speaks.
 * Mono at `soundRate`, -1..1.
 */
export function makeUpSpeech(syllables: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const samplesOf = (ms: number) => Math.round((ms / 1000) * soundRate);
  const sound = new Float32Array(samplesOf(500 + syllables * (syllableMs + pauseMs) + 300));
  for (let syllable = 0; syllable < syllables; syllable += 1) {
    const from = samplesOf(500 + syllable * (syllableMs + pauseMs));
    sound.set(
      makeUpSyllable(samplesOf(syllableMs), vowels[random.integer(0, vowels.length - 1)] ?? vowels[0], random),
      from,
    );
  }
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9);
  return sound.map((sample) => (sample / peak) * 0.6 + random.number(-0.001, 0.001));
}

function makeUpSyllable(
  count: number,
  formants: readonly [number, number, number],
  random: ReturnType<typeof createRandom>,
): Float32Array {
  const pitchHz = random.number(105, 140);
  const filters = formants.map((hz, index) => createResonator(hz, bandwidthsHz[index] ?? 100));
  let phase = 0;
  return Float32Array.from({ length: count }, (_, index) => {
    const part = index / count;
    // The voice falls within a syllable, and no throat is quite steady.
    phase += (pitchHz * (1.12 - 0.25 * part) * random.number(0.985, 1.015)) / soundRate;
    const pulse = phase >= 1 ? 1 : 0;
    phase -= pulse;
    const breath = random.number(-0.02, 0.02);
    const loudness = Math.sin(Math.PI * Math.min(1, part * 1.05)) ** 0.6;
    return filters.reduce((sum, filter) => sum + filter(pulse + breath), 0) * loudness;
  });
}

/** A digital resonator of second order (Klatt 1980). */
function createResonator(hz: number, bandwidthHz: number): (input: number) => number {
  const c = -Math.exp((-2 * Math.PI * bandwidthHz) / soundRate);
  const b = 2 * Math.exp((-Math.PI * bandwidthHz) / soundRate) * Math.cos((2 * Math.PI * hz) / soundRate);
  const a = 1 - b - c;
  let [last, beforeLast] = [0, 0];
  return (input) => {
    const output = a * input + b * last + c * beforeLast;
    [last, beforeLast] = [output, last];
    return output;
  };
}
