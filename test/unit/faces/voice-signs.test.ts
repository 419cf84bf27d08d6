import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import { evaluateVoiceLiveness } from '../../../src/steps/voice-liveness/evaluate-voice-liveness.ts';
import type { HeardVoice } from '../../../src/steps/voice-liveness/heard-voice-schema.ts';
import { voiceLivenessSchema } from '../../../src/steps/voice-liveness/schema.ts';
import { voiceSignsOf } from '../../../src/steps/voice-liveness/voice-signs.ts';

const rate = 16_000;
const frame = 512;
const word = 10 * frame;

/** Words of 320 ms with a pause as long before each, at these pitches; `noise` is the loudness of the pauses. */
function say(pitches: readonly number[], noise = 0.001) {
  const random = createRandom(5);
  const sound = new Float32Array(pitches.length * 2 * word);
  const probabilities = new Float32Array(sound.length / frame);
  for (let at = 0; at < sound.length; at += 1) sound[at] = noise * random.number(-1, 1);
  for (const [index, pitch] of pitches.entries()) {
    const from = (2 * index + 1) * word;
    probabilities.fill(1, from / frame, (from + word) / frame);
    for (let at = from; at < from + word; at += 1) {
      const phase = (2 * Math.PI * pitch * at) / rate;
      sound[at] = (sound[at] ?? 0) + 0.3 * Math.sin(phase) + 0.15 * Math.sin(2 * phase) + 0.1 * Math.sin(3 * phase);
    }
  }
  return voiceSignsOf(sound, probabilities);
}

describe('the signs of a voice', () => {
  test.each([90, 140, 210, 330])('tell its pitch, and not that of an octave: %i Hz', (pitch) => {
    const signs = say([pitch, pitch, pitch]);
    expect(signs.words).toBe(3);
    expect(Math.abs((signs.pitchHz ?? 0) / pitch - 1)).toBeLessThan(0.02);
    expect(signs.pitchRatio).toBeCloseTo(1, 1);
  });

  test('tell one voice from two', () => {
    expect(say([110, 125, 105, 130]).pitchRatio).toBeLessThan(1.3);
    expect(say([110, 205, 115, 210]).pitchRatio).toBeGreaterThan(1.7);
  });

  test('tell pauses of digital silence from those of a room', () => {
    expect(say([120, 120], 0).floorDb).toBeLessThan(-100);
    expect(say([120, 120], 0.01).floorDb).toBeGreaterThan(-50);
  });

  test('say nothing if nothing is voiced', () => {
    const nothing = voiceSignsOf(new Float32Array(rate), new Float32Array(31));
    expect(nothing).toEqual({ words: 0, pitchHz: null, pitchRatio: null, pitchStep: null, floorDb: null });
  });
});

describe('a recording of the right digits', () => {
  const heard: HeardVoice = {
    challengeId: null,
    digits: '4927',
    fault: null,
    audioMs: 4_000,
    speechMs: 2_000,
    clippedFraction: 0,
    engine: 'answered',
    heardDigits: '4927',
    mouthSpeechCorrelation: null,
    signs: say([120, 125]),
    models: [],
    durationMs: 1,
  };
  const verdictOn = (signs: HeardVoice['signs'], more: Partial<HeardVoice> = {}) => {
    const config = voiceLivenessSchema.config.parse({});
    const [check] = evaluateVoiceLiveness({ config, result: { ...heard, signs, ...more } }).outcome.checks;
    return `${check?.outcome ?? ''} ${check?.code ?? ''}`.trim();
  };

  test('goes to review if two voices read them, and passes if one does', () => {
    expect(verdictOn(say([110, 125]))).toBe('passed');
    expect(verdictOn(say([110, 210]))).toBe('warning voice_liveness.several_voices');
    // Stored before the service examined voices.
    expect(verdictOn(null)).toBe('passed');
  });

  test('cannot end sooner than possible, counted from the drawing of the digits', () => {
    const late = 'failed voice_liveness.recorded_too_early';
    expect(verdictOn(null, { times: { receivedMs: 3_400 } })).toBe(late);
    expect(verdictOn(null, { times: { receivedMs: 4_000 } })).toBe('passed');
    expect(verdictOn(null, { times: null })).toBe('error check.input_missing');
  });
});
