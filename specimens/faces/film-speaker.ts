import { encodeRecording, soundRate } from '../captures/encode-recording.ts';
import { createFaceProjector } from './face-projector.ts';
import type { ProjectedFace } from './projected-face.ts';

const framesPerSecond = 15;
/** Loudness of a picture's time, root of the mean square, at which the mouth is wide open. */
const loud = 0.12;
const sway = { degrees: 1.2, seconds: 4 };

/** A webm of a person whose mouth opens as wide as the sound is loud; `still`: it does not open, as under another person's voice. */
export function filmSpeaker(face: ProjectedFace, sound: Float32Array, { still = false } = {}): Buffer {
  const project = createFaceProjector(face);
  const samplesPerFrame = soundRate / framesPerSecond;
  function* pictures() {
    for (let frame = 0; frame * samplesPerFrame < sound.length; frame += 1) {
      const heard = sound.subarray(frame * samplesPerFrame, (frame + 1) * samplesPerFrame);
      const loudness = Math.sqrt(heard.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, heard.length));
      const yaw = sway.degrees * Math.sin(((2 * Math.PI) / sway.seconds) * (frame / framesPerSecond));
      const mouthOpen = still ? 0 : Math.min(1, loudness / loud);
      yield project({ yaw, pitch: 0, eyesClosed: 0, smile: 0, shiftX: 0, shiftY: 0, mouthOpen });
    }
  }
  const { widthPx, heightPx } = face;
  return encodeRecording({
    container: 'webm',
    videos: [{ widthPx, heightPx, framesPerSecond, pictures: pictures() }],
    sound,
  });
}
