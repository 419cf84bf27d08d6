import * as ort from 'onnxruntime-node';
import type { VoiceDetector } from '../../../domain/ports/faces/voice-detector.ts';
import type { ModelStore } from '../nets/model-store.ts';

/** The form of the net's training data: pieces of 32 ms at 16 kHz, each with the last 4 ms of the one before. */
const rate = 16_000;
const pieceSamples = 512;
const contextSamples = 64;
const stateShape = [2, 1, 128] as const;

/**
 * Silero's voice activity detector.
 * @throws ModelUnavailable when its model cannot be used
 */
export async function createSileroVoiceDetector(models: Pick<ModelStore, 'readBytes'>): Promise<VoiceDetector> {
  const { bytes, model } = models.readBytes('silero-vad-v5');
  const session = await ort.InferenceSession.create(bytes, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const sr = new ort.Tensor('int64', BigInt64Array.of(BigInt(rate)), []);
  return {
    model,
    async detect(sound) {
      const count = Math.floor(sound.length / pieceSamples);
      const probabilities = new Float32Array(count);
      let state = new ort.Tensor('float32', new Float32Array(2 * 128), stateShape);
      const input = new Float32Array(contextSamples + pieceSamples);
      for (let piece = 0; piece < count; piece += 1) {
        const from = piece * pieceSamples;
        input.fill(0);
        const start = Math.max(0, from - contextSamples);
        input.set(sound.subarray(start, from + pieceSamples), contextSamples - (from - start));
        const answer = await session.run({ input: new ort.Tensor('float32', input, [1, input.length]), state, sr });
        const { output, stateN } = answer;
        if (!(output?.data instanceof Float32Array) || !(stateN?.data instanceof Float32Array)) {
          throw new Error('the voice detector gave no float output');
        }
        probabilities[piece] = output.data[0] ?? 0;
        state = new ort.Tensor('float32', stateN.data, stateShape);
      }
      return probabilities;
    },
  };
}
