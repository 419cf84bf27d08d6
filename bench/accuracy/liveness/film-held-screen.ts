import sharp, { type Sharp } from 'sharp';
import type { LivenessPrompt } from '../../../src/domain/challenge.ts';
import { createRandom } from '../../../src/specimens/create-random.ts';
import { encodeRecording } from '../../../src/specimens/encode-recording.ts';
import { createFaceProjector, type ProjectedFace } from '../../../src/specimens/face-projector.ts';
import { performPrompts } from '../../../src/specimens/perform-prompts.ts';

const framesPerSecond = 15;
const tailMs = 2_600;
const camera = { widthPx: 640, heightPx: 480 };
/** A tablet before the camera: its screen and its dark border, in pixels of the camera, and how the hand turns and moves it. */
const tablet = { screenPx: 390, borderPx: 16, turnDegrees: 4, shiftPx: 5 };
/** What the camera gets of a screen whose pixels are too fine for it: less contrast, bluer white, and a little blur. */
const shown = { contrast: 0.88, black: 14, blue: 1.06, blur: 0.6 };
/** Bands of a screen that is filmed out of step: how much of the light, how many over the picture, how many a second pass. */
const bands = { depth: 0.08, count: 1.4, perSecond: 1.7 };

export interface HeldScreen {
  /** Its dark border and a wall are in the picture; without them the screen fills it. */
  border: boolean;
  bands: boolean;
}

/** The right movements on a screen whose single pixels no camera sees: nothing but its border and its bands give it away. */
export async function filmHeldScreen(
  face: ProjectedFace,
  prompts: readonly LivenessPrompt[],
  seed: number,
  held: HeldScreen,
): Promise<Buffer> {
  const project = createFaceProjector(face);
  const random = createRandom(seed);
  const [turn, phase] = [random.number(-tablet.turnDegrees, tablet.turnDegrees), random.number(0, 2 * Math.PI)];
  const wall = `rgb(${random.integer(90, 210)}, ${random.integer(90, 210)}, ${random.integer(90, 210)})`;
  const durationMs = Math.max(...prompts.map(({ atMs }) => atMs)) + tailMs;
  const pictures: Uint8Array[] = [];
  for (const expression of performPrompts(prompts, { durationMs, framesPerSecond, seed })) {
    const seconds = pictures.length / framesPerSecond;
    const lit = light(project(expression), face, held.bands ? seconds : null);
    const screen = sharp(lit, { raw: { width: face.widthPx, height: face.heightPx, channels: 3 } });
    pictures.push(await (held.border ? onTablet(screen, { turn, wall, seconds, phase }) : overAll(screen)));
  }
  return encodeRecording({ container: 'webm', videos: [{ ...camera, framesPerSecond, pictures }], sound: null });
}

function light(rgb: Uint8Array, { widthPx, heightPx }: ProjectedFace, seconds: number | null): Uint8Array {
  const out = new Uint8Array(rgb.length);
  for (let y = 0, at = 0; y < heightPx; y++) {
    const wave = Math.sin(2 * Math.PI * ((y / heightPx) * bands.count + (seconds ?? 0) * bands.perSecond));
    const share = shown.contrast * (seconds === null ? 1 : 1 + bands.depth * wave);
    for (let x = 0; x < widthPx; x++, at += 3) {
      out[at] = Math.min(255, (rgb[at] ?? 0) * share + shown.black);
      out[at + 1] = Math.min(255, (rgb[at + 1] ?? 0) * share + shown.black);
      out[at + 2] = Math.min(255, ((rgb[at + 2] ?? 0) * share + shown.black) * shown.blue);
    }
  }
  return out;
}

async function overAll(screen: Sharp): Promise<Uint8Array> {
  const size = { width: camera.widthPx, height: camera.heightPx, fit: 'cover' } as const;
  return new Uint8Array(await screen.resize(size).blur(shown.blur).raw().toBuffer());
}

async function onTablet(
  screen: Sharp,
  { turn, wall, seconds, phase }: { turn: number; wall: string; seconds: number; phase: number },
): Promise<Uint8Array> {
  const { screenPx, borderPx, shiftPx } = tablet;
  const held = await screen
    .resize(screenPx, screenPx)
    .extend({ top: borderPx, bottom: borderPx, left: borderPx, right: borderPx, background: '#101012' })
    .png()
    .toBuffer();
  const turned = await sharp(held)
    .ensureAlpha()
    .rotate(turn, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  const { width, height } = await sharp(turned).metadata();
  const top = Math.round((camera.heightPx - height) / 2 + shiftPx * Math.cos(seconds * 1.7 + phase));
  const left = Math.round((camera.widthPx - width) / 2 + shiftPx * Math.sin(seconds * 2.1 + phase));
  const [cutTop, cutLeft] = [Math.max(0, -top), Math.max(0, -left)];
  const seen = await sharp(turned)
    .extract({
      top: cutTop,
      left: cutLeft,
      width: Math.min(width - cutLeft, camera.widthPx),
      height: Math.min(height - cutTop, camera.heightPx),
    })
    .png()
    .toBuffer();
  const flat = await sharp({
    create: { width: camera.widthPx, height: camera.heightPx, channels: 3, background: wall },
  })
    .composite([{ input: seen, top: Math.max(0, top), left: Math.max(0, left) }])
    .removeAlpha()
    .png()
    .toBuffer();
  return new Uint8Array(await sharp(flat).blur(shown.blur).raw().toBuffer());
}
