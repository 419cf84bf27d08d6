import { createRandom } from '../../../specimens/drawing/create-random.ts';
import type { RgbPicture } from '../../../src/domain/ports/faces/face-analyser.ts';

/** How the person tilts the document: which of its sides comes nearer to the camera. */
export const tiltDirections = ['left', 'right', 'top', 'bottom'] as const;
export type TiltDirection = (typeof tiltDirections)[number];

/**
 * What is in front of the camera. `laminated` and `paper` are documents; the others are attacks: a screen that shows a photograph of a
 * document with the table around it, the same with the document filling the screen, and a screen held still that plays a film of an earlier
 * tilt.
 */
export const tiltedThings = ['laminated', 'paper', 'screen', 'full-screen', 'replayed'] as const;
export type TiltedThing = (typeof tiltedThings)[number];

export interface TiltFilm {
  pictures: { rgb: Uint8Array; atMs: number }[];
  widthPx: number;
  heightPx: number;
  /** Corners of the document in the first picture, from its upper left clockwise, as the outline of the camera gives them. */
  outline: [number, number][];
}

export const filmSize = { widthPx: 320, heightPx: 240 };
const picturesPerSecond = 8;
const seconds = 2.4;
const tiltDegrees = 24;
const focal = 1.15 * filmSize.widthPx;
/** In widths of the card. */
const cardAway = 1.75;
const tableAway = 2.5;
/** A window: how far from the camera's axis in x and y, and how wide its reflection is in a glossy and in a matt surface. */
const lamp = { matt: 0.9, gloss: 0.2, glossShare: 0.85, mattShare: 0.06 };
/** Pixels over the width of the screen. A screen in a hand is not exactly straight. */
const screen = { pixels: 620, depth: 0.1, margin: 0.18 };

type Vector = readonly [number, number, number];

/** Films a flat thing that is tilted as asked. A model of the world: planes, one light, a hand that trembles, noise of a sensor. */
export function filmTilted(
  card: RgbPicture,
  thing: TiltedThing,
  asked: TiltDirection,
  { seed, earlier }: { seed: number; earlier?: TiltDirection },
): TiltFilm {
  const random = createRandom(seed);
  const aspect = card.heightPx / card.widthPx;
  const window: Vector = [random.number(-0.3, 0.3), random.number(-0.45, 0.1), 0.6];
  const table = makeTable(seed);
  const shake = Array.from({ length: 6 }, () => random.number(0, 2 * Math.PI));
  const start = [random.number(-3, 3), random.number(-3, 3)];
  // A film of an earlier tilt shows on a screen what was asked for then.
  const shownTilt = (at: number) => tiltAt(thing === 'replayed' ? (earlier ?? asked) : asked, at);
  const pictures: TiltFilm['pictures'] = [];
  const count = Math.round(seconds * picturesPerSecond);
  let outline: TiltFilm['outline'] = [];
  for (let index = 0; index < count; index += 1) {
    const at = index / (count - 1);
    const wobble = (which: number, size: number) => size * Math.sin(index * 0.55 + (shake[which] ?? 0));
    const isOnScreen = thing === 'screen' || thing === 'full-screen';
    const [yaw, pitch] = shownTilt(at);
    const plane = planeOf(yaw + (start[0] ?? 0) + wobble(0, 0.6), pitch + (start[1] ?? 0) + wobble(1, 0.6), [
      wobble(2, 0.012),
      wobble(3, 0.012),
      cardAway,
    ]);
    const rgb = new Uint8Array(filmSize.widthPx * filmSize.heightPx * 3);
    const slide = [wobble(4, 0.01), wobble(5, 0.01)] as const;
    for (let y = 0, to = 0; y < filmSize.heightPx; y += 1) {
      for (let x = 0; x < filmSize.widthPx; x += 1, to += 3) {
        let [red, green, blue] = [0, 0, 0];
        // Two rays a pixel: a camera's pixel gathers light.
        for (let part = 0; part < 2; part += 1) {
          const ray: Vector = [
            (x + 0.25 + 0.5 * part - filmSize.widthPx / 2) / focal,
            (y + 0.25 + 0.5 * part - filmSize.heightPx / 2) / focal,
            1,
          ];
          const [u, v] = meet(plane, ray);
          const seen = isOnScreen
            ? colourOfScreen(u, v, { card, aspect, table, full: thing === 'full-screen' })
            : colourOfCard(u, v / aspect, card);
          if (seen === null) {
            const colour = tableAt(table, ray[0] * tableAway + slide[0], ray[1] * tableAway + slide[1]);
            red += colour * 0.98;
            green += colour;
            blue += colour * 0.94;
            continue;
          }
          const shine = shineOf(plane, ray, window);
          const gloss = thing === 'paper' ? 0 : isOnScreen ? 0.5 : lamp.glossShare;
          const diffuse = isOnScreen ? 1 : 0.72 + 0.28 * Math.max(0, -plane.normal[2]) + lamp.mattShare * shine.matt;
          const glare = 255 * gloss * shine.gloss;
          red += seen[0] * diffuse + glare;
          green += seen[1] * diffuse + glare;
          blue += seen[2] * diffuse + glare;
        }
        const noise = random.number(-3, 3);
        rgb[to] = clamp(red / 2 + noise);
        rgb[to + 1] = clamp(green / 2 + noise);
        rgb[to + 2] = clamp(blue / 2 + noise);
      }
    }
    if (index === 0) outline = outlineOf(plane, aspect, thing);
    pictures.push({ rgb, atMs: Math.round((index * 1_000) / picturesPerSecond) });
  }
  return { pictures, ...filmSize, outline };
}

/** Yaw and pitch in degrees: from straight to tilted and half of the way back. */
function tiltAt(direction: TiltDirection, at: number): readonly [number, number] {
  const angle = tiltDegrees * Math.sin(Math.min(1, at * 1.25) * Math.PI * 0.62);
  if (direction === 'left') return [angle, 0];
  if (direction === 'right') return [-angle, 0];
  return [0, direction === 'top' ? angle : -angle];
}

interface Plane {
  centre: Vector;
  right: Vector;
  down: Vector;
  normal: Vector;
}

function planeOf(yawDegrees: number, pitchDegrees: number, centre: Vector): Plane {
  const [yaw, pitch] = [(yawDegrees * Math.PI) / 180, (pitchDegrees * Math.PI) / 180];
  // Positive yaw brings the left side nearer, positive pitch the upper one.
  const right: Vector = [Math.cos(yaw), 0, Math.sin(yaw)];
  const down: Vector = [-Math.sin(yaw) * Math.sin(pitch), Math.cos(pitch), Math.cos(yaw) * Math.sin(pitch)];
  return { centre, right, down, normal: cross(down, right) };
}

/** Where the ray meets the plane, in widths of the card from its centre. */
function meet({ centre, right, down, normal }: Plane, ray: Vector): readonly [number, number] {
  const depth = dot(centre, normal) / dot(ray, normal);
  const point: Vector = [ray[0] * depth - centre[0], ray[1] * depth - centre[1], ray[2] * depth - centre[2]];
  return [dot(point, right), dot(point, down)];
}

function colourOfCard(u: number, v: number, card: RgbPicture): readonly [number, number, number] | null {
  if (Math.abs(u) > 0.5 || Math.abs(v) > 0.5) return null;
  const x = Math.min(card.widthPx - 1, Math.floor((u + 0.5) * card.widthPx));
  const y = Math.min(card.heightPx - 1, Math.floor((v + 0.5) * card.heightPx));
  const at = (y * card.widthPx + x) * 3;
  return [card.rgb[at] ?? 0, card.rgb[at + 1] ?? 0, card.rgb[at + 2] ?? 0];
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

function outlineOf(plane: Plane, aspect: number, thing: TiltedThing): [number, number][] {
  const margin = thing === 'full-screen' ? 0.02 : 0;
  const [half, halfDown] = [0.5 + margin, (0.5 + margin) * aspect];
  const corners: [number, number][] = [
    [-half, -halfDown],
    [half, -halfDown],
    [half, halfDown],
    [-half, halfDown],
  ];
  return corners.map(([u, v]) => {
    const [x, y, z] = [0, 1, 2].map(
      (axis) => (plane.centre[axis] ?? 0) + u * (plane.right[axis] ?? 0) + v * (plane.down[axis] ?? 0),
    );
    return [
      ((x ?? 0) / (z ?? 1)) * focal + filmSize.widthPx / 2,
      ((y ?? 0) / (z ?? 1)) * focal + filmSize.heightPx / 2,
    ];
  });
}

const tableSize = 64;
/** Smooth spots, as wood or cloth has them. */
function makeTable(seed: number): Float32Array {
  const random = createRandom(seed + 7_000);
  return Float32Array.from({ length: tableSize * tableSize }, () => random.number(70, 190));
}

function tableAt(table: Float32Array, x: number, y: number): number {
  const [column, row] = [x * 14 + 1_000, y * 14 + 1_000];
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const value = (dx: number, dy: number) =>
    table[((top + dy) % tableSize) * tableSize + ((left + dx) % tableSize)] ?? 128;
  const [fx, fy] = [column - left, row - top];
  return (value(0, 0) * (1 - fx) + value(1, 0) * fx) * (1 - fy) + (value(0, 1) * (1 - fx) + value(1, 1) * fx) * fy;
}

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
