import sharp from 'sharp';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import { encodeRecording } from '../../../specimens/captures/encode-recording.ts';
import { createFaceProjector } from '../../../specimens/faces/face-projector.ts';
import type { ProjectedFace } from '../../../specimens/faces/projected-face.ts';
import { performPrompts } from '../../../specimens/faces/perform-prompts.ts';
import type { LivenessPrompt } from '../../../src/domain/verifications/challenge.ts';

const framesPerSecond = 15;
const tailMs = 2_600;
/** How far and how fast a hand moves a photo. */
const hand = { shiftPx: 30, turnDegrees: 8, secondsX: 2.2, secondsY: 3.1, secondsTurn: 2.7 };
/** A filmed screen: the width of each of its pixels, with dark lines between them and a bluish white. */
const screen = { pixelPx: 3, gap: 0.72, blue: 1.08, red: 0.95 };

const durationOf = (prompts: readonly LivenessPrompt[]) => Math.max(...prompts.map(({ atMs }) => atMs)) + tailMs;

function encode(face: ProjectedFace, pictures: Iterable<Uint8Array>): Buffer {
  const { widthPx, heightPx } = face;
  return encodeRecording({
    container: 'webm',
    videos: [{ widthPx, heightPx, framesPerSecond, pictures }],
    sound: null,
  });
}

/** One photo of the person, moved and turned in the plane in front of the camera for as long as the challenge lasts. */
export async function filmStillPhoto(
  { rgb, widthPx, heightPx, mesh }: ProjectedFace,
  prompts: readonly LivenessPrompt[],
  seed: number,
): Promise<Buffer> {
  const random = createRandom(seed);
  const phases = Array.from({ length: 3 }, () => random.number(0, 2 * Math.PI));
  const raw = { width: widthPx, height: heightPx, channels: 3 } as const;
  const room = hand.shiftPx + 10;
  const pictures: Uint8Array[] = [];
  for (let frame = 0; frame * 1000 < durationOf(prompts) * framesPerSecond; frame += 1) {
    const seconds = frame / framesPerSecond;
    const wave = (index: number, period: number) => Math.sin((seconds / period) * 2 * Math.PI + (phases[index] ?? 0));
    const background = { r: 90, g: 90, b: 90 };
    const turned = await sharp(rgb, { raw })
      .rotate(hand.turnDegrees * wave(2, hand.secondsTurn), { background })
      .resize(widthPx, heightPx, { fit: 'cover' })
      .extend({ top: room, bottom: room, left: room, right: room, background })
      .raw()
      .toBuffer();
    const left = Math.round(room + hand.shiftPx * wave(0, hand.secondsX));
    const top = Math.round(room + hand.shiftPx * wave(1, hand.secondsY));
    const extended = { width: widthPx + 2 * room, height: heightPx + 2 * room, channels: 3 } as const;
    pictures.push(
      await sharp(turned, { raw: extended }).extract({ left, top, width: widthPx, height: heightPx }).raw().toBuffer(),
    );
  }
  return encode({ rgb, widthPx, heightPx, mesh }, pictures);
}

/** The right movements, shown on a screen with visible pixels: what an attacker with a face-swapping program would show to the camera. */
export function filmScreen(face: ProjectedFace, prompts: readonly LivenessPrompt[], seed: number): Buffer {
  const project = createFaceProjector(face);
  function* pictures() {
    for (const expression of performPrompts(prompts, { durationMs: durationOf(prompts), framesPerSecond, seed })) {
      yield onScreen(project(expression), face.widthPx);
    }
  }
  return encode(face, pictures());
}

function onScreen(rgb: Uint8Array, widthPx: number): Uint8Array {
  const shown = new Uint8Array(rgb.length);
  for (let at = 0; at < rgb.length; at += 3) {
    const pixel = at / 3;
    const onGap = (pixel % widthPx) % screen.pixelPx === 0 || Math.floor(pixel / widthPx) % screen.pixelPx === 0;
    const light = onGap ? screen.gap : 1;
    shown[at] = (rgb[at] ?? 0) * light * screen.red;
    shown[at + 1] = (rgb[at + 1] ?? 0) * light;
    shown[at + 2] = Math.min(255, (rgb[at + 2] ?? 0) * light * screen.blue);
  }
  return shown;
}
