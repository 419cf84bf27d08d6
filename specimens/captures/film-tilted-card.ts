import type { RgbPicture } from '../../src/domain/ports/faces/face-analyser.ts';
import type { TiltDirection } from '../../src/domain/verifications/tilt-directions.ts';
import { createRandom } from '../drawing/create-random.ts';

/**
 * What is in front of the camera. `laminated` and `paper` are documents (a copy on paper is one, too); the others are attacks: a screen that
 * shows a photograph of a document with the table around it, the same with the document filling the screen.
 */
export const tiltedThings = ['laminated', 'paper', 'screen', 'full-screen'] as const;
export type TiltedThing = (typeof tiltedThings)[number];

/** From when on the hand tilts it to this side. */
export interface MadeTilt {
  direction: TiltDirection;
  atMs: number;
}

export const tiltFilmSize = { widthPx: 320, heightPx: 240 };
/** In widths of the picture. */
const focalShare = 1.15;
/** In widths of the card. */
const cardAway = 1.75;
const tableAway = 2.5;
/** A window: how far from the camera's axis in x and y, and how wide its reflection is in a glossy and in a matt surface. */
const lamp = { matt: 0.9, gloss: 0.2, glossShare: 0.85, mattShare: 0.06 };
/** Pixels over the width of the screen. A screen in a hand is not exactly straight. */
const screen = { pixels: 620, depth: 0.1, margin: 0.18 };
/** Degrees, and the parts of a tilt in time: away, held, back. */
const tilt = { degrees: 24, awayMs: 500, heldMs: 250, backMs: 450 };

const sharedLightPx = 8;

type Vector = readonly [number, number, number];

/** A flat thing in a hand, filmed. A model of the world: planes, one light, a hand that trembles, noise of a sensor. */
export function createTiltWorld(
  card: RgbPicture,
  thing: TiltedThing,
  seed: number,
): { pictureAt(atMs: number, tilts: readonly MadeTilt[], size?: { widthPx: number; heightPx: number }): RgbPicture } {
  const random = createRandom(seed);
  const aspect = card.heightPx / card.widthPx;
  const window: Vector = [random.number(-0.3, 0.3), random.number(-0.45, 0.1), 0.6];
  const table = makeTable(seed);
  const shake = Array.from({ length: 6 }, () => random.number(0, 2 * Math.PI));
  const start = [random.number(-3, 3), random.number(-3, 3)];
  const isOnScreen = thing === 'screen' || thing === 'full-screen';
  const isFull = thing === 'full-screen';

  function pictureAt(atMs: number, tilts: readonly MadeTilt[], { widthPx, heightPx } = tiltFilmSize): RgbPicture {
    const focal = focalShare * widthPx;
    const wobble = (which: number, size: number) => size * Math.sin(atMs * 0.0044 + (shake[which] ?? 0));
    const [yaw, pitch] = turnAt(tilts, atMs);
    const plane = planeOf(yaw + (start[0] ?? 0) + wobble(0, 0.6), pitch + (start[1] ?? 0) + wobble(1, 0.6), [
      wobble(2, 0.012),
      wobble(3, 0.012),
      cardAway,
    ]);
    const rgb = new Uint8Array(widthPx * heightPx * 3);
    const slide = [wobble(4, 0.01), wobble(5, 0.01)] as const;
    let shine: ReturnType<typeof shineOf> | null = null;
    for (let y = 0, to = 0; y < heightPx; y += 1) {
      for (let x = 0; x < widthPx; x += 1, to += 3) {
        let red = 0;
        let green = 0;
        let blue = 0;
        // Light changes slowly over a surface: a few pixels of a row share it.
        if (x % sharedLightPx === 0) shine = null;
        // Two rays a pixel: a camera's pixel gathers light.
        for (let part = 0; part < 2; part += 1) {
          // Millions of rays: none of them makes an object that has to be cleared away.
          const rayX = (x + 0.25 + 0.5 * part - widthPx / 2) / focal;
          const rayY = (y + 0.25 + 0.5 * part - heightPx / 2) / focal;
          const depth = plane.away / (rayX * plane.normal[0] + rayY * plane.normal[1] + plane.normal[2]);
          const px = rayX * depth - plane.centre[0];
          const py = rayY * depth - plane.centre[1];
          const pz = depth - plane.centre[2];
          const u = px * plane.right[0] + py * plane.right[1] + pz * plane.right[2];
          const v = px * plane.down[0] + py * plane.down[1] + pz * plane.down[2];
          const shown = isOnScreen ? colourOfScreen(u, v, { card, aspect, table, full: isFull }) : null;
          const at = isOnScreen ? -1 : placeOnCard(u, v / aspect, card);
          if (shown === null && at < 0) {
            const colour = tableAt(table, rayX * tableAway + slide[0], rayY * tableAway + slide[1]);
            red += colour * 0.98;
            green += colour;
            blue += colour * 0.94;
            continue;
          }
          shine ??= shineOf(plane, [rayX, rayY, 1], window);
          const gloss = thing === 'paper' ? 0 : isOnScreen ? 0.5 : lamp.glossShare;
          const diffuse = isOnScreen ? 1 : 0.72 + 0.28 * Math.max(0, -plane.normal[2]) + lamp.mattShare * shine.matt;
          const glare = 255 * gloss * shine.gloss;
          red += (shown === null ? (card.rgb[at] ?? 0) : shown[0]) * diffuse + glare;
          green += (shown === null ? (card.rgb[at + 1] ?? 0) : shown[1]) * diffuse + glare;
          blue += (shown === null ? (card.rgb[at + 2] ?? 0) : shown[2]) * diffuse + glare;
        }
        const noise = random.number(-3, 3);
        rgb[to] = clamp(red / 2 + noise);
        rgb[to + 1] = clamp(green / 2 + noise);
        rgb[to + 2] = clamp(blue / 2 + noise);
      }
    }
    return { rgb, widthPx, heightPx };
  }

  return { pictureAt };
}

/** Yaw and pitch in degrees. Positive yaw brings the left side nearer, positive pitch the upper one. */
function turnAt(tilts: readonly MadeTilt[], atMs: number): readonly [number, number] {
  let [yaw, pitch] = [0, 0];
  for (const { direction, atMs: fromMs } of tilts) {
    const angle = tilt.degrees * shareOfTilt(atMs - fromMs);
    if (direction === 'tilt-left') yaw += angle;
    else if (direction === 'tilt-right') yaw -= angle;
    else pitch += direction === 'tilt-top' ? angle : -angle;
  }
  return [yaw, pitch];
}

function shareOfTilt(sinceMs: number): number {
  const ease = (share: number) => (1 - Math.cos(Math.PI * Math.max(0, Math.min(1, share)))) / 2;
  return ease(sinceMs / tilt.awayMs) - ease((sinceMs - tilt.awayMs - tilt.heldMs) / tilt.backMs);
}

interface Plane {
  centre: Vector;
  right: Vector;
  down: Vector;
  normal: Vector;
  /** From the camera, along its normal. */
  away: number;
}

function planeOf(yawDegrees: number, pitchDegrees: number, centre: Vector): Plane {
  const [yaw, pitch] = [(yawDegrees * Math.PI) / 180, (pitchDegrees * Math.PI) / 180];
  const right: Vector = [Math.cos(yaw), 0, Math.sin(yaw)];
  const down: Vector = [-Math.sin(yaw) * Math.sin(pitch), Math.cos(pitch), Math.cos(yaw) * Math.sin(pitch)];
  const normal = cross(down, right);
  return { centre, right, down, normal, away: dot(centre, normal) };
}

/** The place of a pixel in the picture of the card; negative next to the card. */
function placeOnCard(u: number, v: number, { widthPx, heightPx }: RgbPicture): number {
  if (Math.abs(u) > 0.5 || Math.abs(v) > 0.5) return -1;
  const x = Math.min(widthPx - 1, Math.floor((u + 0.5) * widthPx));
  const y = Math.min(heightPx - 1, Math.floor((v + 0.5) * heightPx));
  return (y * widthPx + x) * 3;
}

function colourOfCard(u: number, v: number, card: RgbPicture): readonly [number, number, number] | null {
  const at = placeOnCard(u, v, card);
  return at < 0 ? null : [card.rgb[at] ?? 0, card.rgb[at + 1] ?? 0, card.rgb[at + 2] ?? 0];
}

/** A photograph of the card, with the glare that it had, on a screen with visible pixels. */
function colourOfScreen(
  u: number,
  v: number,
  { card, aspect, table, full }: { card: RgbPicture; aspect: number; table: Float32Array; full: boolean },
): readonly [number, number, number] | null {
  const margin = full ? 0.02 : screen.margin;
  if (Math.abs(u) > 0.5 + margin || Math.abs(v) > (0.5 + margin) * aspect) return null;
  const photographed = colourOfCard(u, v / aspect, card);
  const ground = 0.8 * tableAt(table, u * 2.2 + 3, v * 2.2 + 3);
  const [red, green, blue] = photographed ?? [ground, ground, ground];
  const glare = photographed === null ? 0 : 120 * Math.exp(-((u - 0.2) ** 2 + (v + 0.1) ** 2) / 0.01);
  const grid = 1 + screen.depth * Math.sin(2 * Math.PI * u * screen.pixels) * Math.sin(2 * Math.PI * v * screen.pixels);
  return [(red + glare) * grid, (green + glare) * grid, (blue + glare) * grid];
}

function shineOf({ normal }: Plane, ray: Vector, window: Vector): { matt: number; gloss: number } {
  const view = unit(ray);
  const twice = 2 * dot(view, normal);
  const mirrored: Vector = [view[0] - twice * normal[0], view[1] - twice * normal[1], view[2] - twice * normal[2]];
  const towards = unit([window[0], window[1], -window[2]]);
  const angle = Math.acos(Math.max(-1, Math.min(1, dot(unit(mirrored), towards))));
  return { matt: Math.exp(-((angle / lamp.matt) ** 2)), gloss: Math.exp(-((angle / lamp.gloss) ** 2)) };
}

const tableSize = 64;
/** Smooth spots, as wood or cloth has them. */
function makeTable(seed: number): Float32Array {
  const random = createRandom(seed + 7_000);
  return Float32Array.from({ length: tableSize * tableSize }, () => random.number(70, 190));
}

function tableAt(table: Float32Array, x: number, y: number): number {
  const column = x * 14 + 1_000;
  const row = y * 14 + 1_000;
  const left = Math.floor(column);
  const top = Math.floor(row);
  const fx = column - left;
  const fy = row - top;
  const above = valueOf(table, left, top) * (1 - fx) + valueOf(table, left + 1, top) * fx;
  const below = valueOf(table, left, top + 1) * (1 - fx) + valueOf(table, left + 1, top + 1) * fx;
  return above * (1 - fy) + below * fy;
}

const valueOf = (table: Float32Array, column: number, row: number) =>
  table[(row % tableSize) * tableSize + (column % tableSize)] ?? 128;

const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)));
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
function unit(a: Vector): Vector {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
}

/** A photo of the card from the front, on a plain dark table. */
export function photographFlat(
  card: RgbPicture,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): RgbPicture {
  const rgb = new Uint8Array(widthPx * heightPx * 3).fill(70);
  const wide = Math.round(widthPx * 0.84);
  const high = Math.round((wide * card.heightPx) / card.widthPx);
  const [left, top] = [(widthPx - wide) >> 1, (heightPx - high) >> 1];
  const samples = [0.25, 0.75];
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (const dy of samples) {
          for (const dx of samples) {
            const column = Math.floor(((x + dx) * card.widthPx) / wide);
            const row = Math.floor(((y + dy) * card.heightPx) / high);
            sum += card.rgb[(row * card.widthPx + column) * 3 + channel] ?? 0;
          }
        }
        rgb[((y + top) * widthPx + x + left) * 3 + channel] = sum / 4;
      }
    }
  }
  return { rgb, widthPx, heightPx };
}
