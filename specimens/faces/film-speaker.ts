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

/** The mean of each pixel and its neighbours two pixels away: sums of three along the rows, and of three of these along the columns. */
function softened(rgb: Uint8Array, widthPx: number, heightPx: number): Uint8Array {
  const soft = new Uint8Array(rgb.length);
  const sums = new Uint16Array(rgb.length);
  const [pixel, row] = [3, 3 * widthPx];
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const at = y * row + x * pixel;
      const before = y * row + Math.max(0, x - 2) * pixel;
      const after = y * row + Math.min(widthPx - 1, x + 2) * pixel;
      for (let channel = 0; channel < 3; channel += 1) {
        sums[at + channel] = (rgb[before + channel] ?? 0) + (rgb[at + channel] ?? 0) + (rgb[after + channel] ?? 0);
      }
    }
  }
  for (let y = 0; y < heightPx; y += 1) {
    const [above, here, below] = [Math.max(0, y - 2) * row, y * row, Math.min(heightPx - 1, y + 2) * row];
    for (let at = 0; at < row; at += 1) {
      soft[here + at] = ((sums[above + at] ?? 0) + (sums[here + at] ?? 0) + (sums[below + at] ?? 0)) / 9;
    }
  }
  return soft;
}
