import type { LivenessPrompt } from '../../src/domain/verifications/challenge.ts';
import { encodeRecording } from '../captures/encode-recording.ts';
import { createFaceProjector } from './face-projector.ts';
import type { ProjectedFace } from './projected-face.ts';
import { performPrompts } from './perform-prompts.ts';

/** After the last prompt, until the person has come back to rest. */
const usualTailMs = 2_600;

/** A video of a person who follows the prompts, made from one picture of them. */
export function filmFace(
  face: ProjectedFace,
  prompts: readonly LivenessPrompt[],
  options: {
    container?: 'webm' | 'mp4';
    seed?: number;
    sound?: Float32Array | null;
    framesPerSecond?: number;
    tailMs?: number;
  } = {},
): Buffer {
  const { framesPerSecond = 15, tailMs = usualTailMs } = options;
  const durationMs = Math.max(...prompts.map(({ atMs }) => atMs), 0) + tailMs;
  const project = createFaceProjector(face);
  function* pictures() {
    for (const expression of performPrompts(prompts, { durationMs, framesPerSecond, seed: options.seed ?? 1 })) {
      yield project(expression);
    }
  }
  const { widthPx, heightPx } = face;
  return encodeRecording({
    container: options.container ?? 'webm',
    videos: [{ widthPx, heightPx, framesPerSecond, pictures: pictures() }],
    sound: options.sound ?? null,
  });
}
