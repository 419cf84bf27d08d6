import sharp, { type Sharp } from 'sharp';
import type { LivenessPrompt } from '../../src/domain/verifications/challenge.ts';
import { createRandom } from '../drawing/create-random.ts';
import { encodeRecording } from './encode-recording.ts';
import { createFaceProjector } from '../faces/face-projector.ts';
import { performPrompts } from '../faces/perform-prompts.ts';
import type { ProjectedFace } from '../faces/projected-face.ts';

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
  /** Its dark border and a wall are in the picture; otherwise the screen fills it. */
  border: boolean;
  bands: boolean;
}

/** The right movements on a screen whose single pixels no camera sees: only its border and its bands reveal it. */
export function filmHeldScreen(
  face: ProjectedFace,
  prompts: readonly LivenessPrompt[],
  seed: number,
  held: HeldScreen,
): Promise<Buffer> {
  const project = createFaceProjector(face);
  const durationMs = Math.max(...prompts.map(({ atMs }) => atMs)) + tailMs;
  function* pictures() {
    for (const expression of performPrompts(prompts, { durationMs, framesPerSecond, seed })) yield project(expression);
  }
  return filmPlayed(pictures(), face, seed, held);
}

/** Pictures, 15 a second, played on such a screen before a camera. */
export async function filmPlayed(
  played: Iterable<Uint8Array>,
  size: Pick<ProjectedFace, 'widthPx' | 'heightPx'>,
  seed: number,
  held: HeldScreen,
): Promise<Buffer> {
  const random = createRandom(seed);
  const [turn, phase] = [random.number(-tablet.turnDegrees, tablet.turnDegrees), random.number(0, 2 * Math.PI)];
  const wall = `rgb(${random.integer(90, 210)}, ${random.integer(90, 210)}, ${random.integer(90, 210)})`;
  const pictures: Uint8Array[] = [];
  for (const rgb of played) {
    const seconds = pictures.length / framesPerSecond;
    const raw = { width: size.widthPx, height: size.heightPx, channels: 3 } as const;
    const screen = sharp(light(rgb, size, held.bands ? seconds : null), { raw });
    pictures.push(await (held.border ? onTablet(screen, { turn, wall, seconds, phase }) : overAll(screen)));
  }
  return encodeRecording({
    container: 'webm',
    videos: [{ ...camera, framesPerSecond, pictures }],
    sound: null,
  });
}

function light(
  rgb: Uint8Array,
  { widthPx, heightPx }: Pick<ProjectedFace, 'widthPx' | 'heightPx'>,
  seconds: number | null,
): Uint8Array {
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
  // In order, and unpacked: packing each picture as PNG takes longer than everything else.
  const side = screenPx + 2 * borderPx;
  const held = await screen
    .resize(screenPx, screenPx)
    .extend({ top: borderPx, bottom: borderPx, left: borderPx, right: borderPx, background: '#101012' })
    .ensureAlpha()
    .raw()
    .toBuffer();
  const { data, info } = await sharp(held, { raw: { width: side, height: side, channels: 4 } })
    .rotate(turn, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const top = Math.round((camera.heightPx - height) / 2 + shiftPx * Math.cos(seconds * 1.7 + phase));
  const left = Math.round((camera.widthPx - width) / 2 + shiftPx * Math.sin(seconds * 2.1 + phase));
  const { widthPx, heightPx } = camera;
  const flat = await sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: wall } })
    .composite([{ input: data, raw: { width, height, channels: 4 }, top, left }])
    .removeAlpha()
    .raw()
    .toBuffer();
  const raw = { width: widthPx, height: heightPx, channels: 3 } as const;
  return new Uint8Array(await sharp(flat, { raw }).blur(shown.blur).raw().toBuffer());
}
