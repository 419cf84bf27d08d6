import { encodeRecording, soundRate } from '../captures/encode-recording.ts';
import { createFaceProjector } from './face-projector.ts';
import type { ProjectedFace } from './projected-face.ts';

const framesPerSecond = 15;
/** Loudness of a picture's time, root of the mean square, at which the mouth is wide open. */
const loud = 0.12;
const sway = { degrees: 1.2, seconds: 4 };

/**
 * A webm of a person whose mouth opens as wide as the sound is loud. `still`: it does not open, as under another person's voice. `between`:
 * another person is in two of ten pictures, which are sharp, while those of the speaker are soft.
 */
export function filmSpeaker(
  face: ProjectedFace,
  sound: Float32Array,
  { still = false, between = null }: { still?: boolean; between?: ProjectedFace | null } = {},
): Buffer {
  const project = createFaceProjector(face);
  const projectOther = between && createFaceProjector(between);
  const { widthPx, heightPx } = face;
  const samplesPerFrame = soundRate / framesPerSecond;
  function* pictures() {
    for (let frame = 0; frame * samplesPerFrame < sound.length; frame += 1) {
      const heard = sound.subarray(frame * samplesPerFrame, (frame + 1) * samplesPerFrame);
      const loudness = Math.sqrt(heard.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, heard.length));
      const yaw = sway.degrees * Math.sin(((2 * Math.PI) / sway.seconds) * (frame / framesPerSecond));
      const mouthOpen = still ? 0 : Math.min(1, loudness / loud);
      const expression = { yaw, pitch: 0, eyesClosed: 0, smile: 0, shiftX: 0, shiftY: 0, mouthOpen };
      if (projectOther === null) yield project(expression);
      else yield frame % 10 < 2 ? projectOther(expression) : softened(project(expression), widthPx, heightPx);
    }
  }
  return encodeRecording({
    container: 'webm',
    videos: [{ widthPx, heightPx, framesPerSecond, pictures: pictures() }],
    sound,
  });
}

/** The mean of each pixel and its neighbours within two pixels. */
function softened(rgb: Uint8Array, widthPx: number, heightPx: number): Uint8Array {
  const soft = new Uint8Array(rgb.length);
  const within = (value: number, length: number) => Math.min(length - 1, Math.max(0, value));
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (const down of [-2, 0, 2]) {
          for (const across of [-2, 0, 2]) {
            sum += rgb[3 * (within(y + down, heightPx) * widthPx + within(x + across, widthPx)) + channel] ?? 0;
          }
        }
        soft[3 * (y * widthPx + x) + channel] = sum / 9;
      }
    }
  }
  return soft;
}
