import {
  lightAt,
  lightMs,
  type LinearColour,
  type PlacedColour,
} from '../../../src/domain/verifications/light-colours.ts';
import type { LightSample } from '../../../src/steps/active-liveness/light-schema.ts';
import { measureLight } from '../../../src/steps/active-liveness/measure-light.ts';
import type { Random } from '../../../specimens/drawing/create-random.ts';

/** What is in front of the camera. Times in milliseconds. */
export type Subject =
  | { kind: 'face' | 'mask' | 'print'; lagMs: number }
  | { kind: 'screen'; film: readonly PlacedColour[]; lagMs: number }
  /** A film that a program changes before it is sent. */
  | { kind: 'film'; tint: 'none' | 'frame' | 'face' | 'relit'; lagMs: number };

export interface World {
  subject: Subject;
  /** Light of the screen at the face, compared with that of the room. */
  ratio: number;
  skin: LinearColour;
  light: readonly PlacedColour[];
}

const size = { width: 90, height: 120 };
/** Of the head, in pixels; depths and distances are in halves of its width, some 7.5 cm. */
const head = { x: 45, y: 66, halfWidth: 27, halfHeight: 36, depth: 1.1 };
const screenDistance = 4;
const wallDistance = 28;
const frameMs = 100;
/** Of the sensor: shot noise at full scale, and its floor. */
const noise = { shot: 0.012, floor: 0.002 };
/** How fast the camera follows the brightness and the colour of the picture, and how much of a colour it removes. */
const camera = { exposureMs: 400, balanceMs: 1_500, balance: 0.5, meanLight: 0.2 };
const wall: LinearColour = [0.5, 0.48, 0.45];
const hair: LinearColour = [0.05, 0.04, 0.03];
/** How much of the light in front of it a glass pane reflects. */
const glass = 0.04;

interface Place {
  /** How much of the screen's and of the room's light arrives, relative to the middle of the face. */
  screen: number;
  room: number;
  part: 'skin' | 'hair' | 'wall';
}

/** A made-up film: RGB pictures, and the points of the face on each. */
export interface LightFilm {
  widthPx: number;
  heightPx: number;
  framesPerSecond: number;
  frames: { atMs: number; rgb: Uint8Array; mesh: [number, number, number][] }[];
}

/** Measures a made-up film with the code that measures real ones. */
export function measureFilm({ frames, widthPx, heightPx }: LightFilm): LightSample[] {
  return frames.flatMap(({ atMs, rgb, mesh }) => {
    const regions = measureLight({ rgb, widthPx, heightPx }, { mesh });
    return regions === null ? [] : [{ atMs, ...regions }];
  });
}

/** Films what is in front of the camera. A simulation: no lens, no person. */
export function filmLight(world: World, random: Random): LightFilm {
  const { light, subject } = world;
  const places = placesOf(subject.kind === 'mask' ? 0 : 0.35);
  const fromMs = light[0]?.atMs ?? 0;
  const room = roomColour(random);
  const sway = { x: random.number(0.5, 2.5), y: random.number(0.3, 1.5), phase: random.number(0, 6) };
  const frames: LightFilm['frames'] = [];
  let exposure = 0;
  const balance: [number, number, number] = [1, 1, 1];
  const scene = new Float32Array(size.width * size.height * 3);
  for (let atMs = fromMs; atMs < fromMs + lightMs + 1_500; atMs += frameMs) {
    const dx = sway.x * Math.sin(atMs / 900 + sway.phase);
    const dy = sway.y * Math.sin(atMs / 1_300);
    const mean = shade(scene, { world, places, room, atMs, dx: Math.round(dx), dy: Math.round(dy) });
    const level = (mean[0] + mean[1] + mean[2]) / 3;
    const wanted = camera.meanLight / level;
    exposure = exposure === 0 ? wanted : exposure + (wanted - exposure) * (frameMs / camera.exposureMs);
    for (const channel of [0, 1, 2] as const) {
      const target = (level / mean[channel]) ** camera.balance;
      balance[channel] += (target - balance[channel]) * (atMs === fromMs ? 1 : frameMs / camera.balanceMs);
    }
    const rgb = expose(scene, balance.map((gain) => gain * exposure) as typeof balance, random);
    frames.push({ atMs, rgb, mesh: meshAt(dx, dy, random) });
  }
  return { widthPx: size.width, heightPx: size.height, framesPerSecond: 1_000 / frameMs, frames };
}

/** From an evening lamp to daylight, of equal brightness. */
function roomColour(random: Random): LinearColour {
  const warmth = random.number(-0.15, 0.45);
  return [1 + warmth, 1, 1 - warmth];
}

function placesOf(nose: number): Place[] {
  const depthAt = (u: number, v: number) =>
    head.depth * Math.sqrt(Math.max(0, 1 - u * u - v * v)) + nose * Math.exp(-(u * u) / 0.02 - (v - 0.1) ** 2 / 0.05);
  return Array.from({ length: size.width * size.height }, (_, index): Place => {
    const u = ((index % size.width) - head.x) / head.halfWidth;
    const v = (Math.floor(index / size.width) - head.y) / head.halfHeight;
    if (u * u + v * v >= 0.985) return { screen: (screenDistance / wallDistance) ** 2, room: 1, part: 'wall' };
    const step = 0.02;
    // Heights are 4/3 of widths.
    const tall = head.halfHeight / head.halfWidth;
    const normal = unit([
      -(depthAt(u + step, v) - depthAt(u - step, v)) / (2 * step),
      -(depthAt(u, v + step) - depthAt(u, v - step)) / (2 * step * tall),
      1,
    ]);
    const toScreen = [-u, -v * tall, screenDistance + head.depth - depthAt(u, v)] as const;
    const distance = Math.hypot(...toScreen);
    const facing = Math.max(0, dot(normal, toScreen) / distance);
    // The light of a room comes from everywhere, and more of it from above.
    const room = 0.75 + 0.25 * Math.max(0, -normal[1]);
    return { screen: facing * (screenDistance / distance) ** 2, room, part: v < -0.8 ? 'hair' : 'skin' };
  });
}

type Vector = readonly [number, number, number];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (vector: Vector): Vector => {
  const length = Math.hypot(...vector);
  return [vector[0] / length, vector[1] / length, vector[2] / length];
};

/** Adds the light that arrives from each place, and returns its mean. */
function shade(
  scene: Float32Array,
  view: { world: World; places: readonly Place[]; room: LinearColour; atMs: number; dx: number; dy: number },
): [number, number, number] {
  const { world, places, room, atMs, dx, dy } = view;
  const { subject, ratio, skin } = world;
  const shown = lightAt(world.light, atMs - subject.lagMs);
  const filmed = subject.kind === 'screen' ? lightAt(subject.film, atMs) : shown;
  const mean: [number, number, number] = [0, 0, 0];
  for (let index = 0; index < places.length; index += 1) {
    const x = Math.min(size.width - 1, Math.max(0, (index % size.width) - dx));
    const y = Math.min(size.height - 1, Math.max(0, Math.floor(index / size.width) - dy));
    const place = places[y * size.width + x];
    if (place === undefined) continue;
    const albedo = { skin, hair, wall }[place.part];
    const tinted = tintOf(subject, place);
    for (const channel of [0, 1, 2] as const) {
      // The colours have a brightness of some 0.45, so a ratio of one is as much light as the room gives.
      const screen = (ratio / 0.45) * (subject.kind === 'screen' ? filmed : shown)[channel];
      let value = albedo[channel] * (room[channel] * place.room + screen * tinted);
      if (subject.kind === 'screen') value += glass * (ratio / 0.45) * shown[channel];
      scene[index * 3 + channel] = value;
      mean[channel] += value / places.length;
    }
  }
  return mean;
}

/** How much of the screen's light a place receives, or a program adds to it. */
function tintOf(subject: Subject, { screen, part }: Place): number {
  if (subject.kind === 'print') return 1;
  if (subject.kind !== 'film' || subject.tint === 'relit') return screen;
  if (subject.tint === 'frame') return 1;
  return subject.tint === 'face' && part !== 'wall' ? 1 : 0;
}

const encoded = Uint8Array.from({ length: 4_097 }, (_, index) => {
  const linear = index / 4_096;
  return Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));
});

function expose(scene: Float32Array, gains: readonly [number, number, number], random: Random): Buffer {
  const rgb = Buffer.alloc(scene.length);
  for (let index = 0; index < scene.length; index += 1) {
    const light = (scene[index] ?? 0) * (gains[index % 3] ?? 1);
    // The sum of three is close enough to a normal distribution of variance one.
    const hum = 2 * (random.number(0, 1) + random.number(0, 1) + random.number(0, 1)) - 3;
    const seen = light + hum * (noise.floor + noise.shot * Math.sqrt(Math.max(0, light)));
    rgb[index] = encoded[Math.round(4_096 * Math.min(1, Math.max(0, seen)))] ?? 0;
  }
  return rgb;
}

/** Points of the face mesh that the measurement reads, in halves of the face's width and height. */
const points: Readonly<Record<number, readonly [number, number]>> = {
  151: [0, -0.6],
  6: [0, -0.25],
  4: [0, 0.1],
  280: [0.45, 0.15],
  50: [-0.45, 0.15],
  454: [0.97, -0.05],
  234: [-0.97, -0.05],
};

function meshAt(dx: number, dy: number, random: Random): [number, number, number][] {
  return Array.from({ length: 468 }, (_, index) => {
    const [u, v] = points[index] ?? [0, 0];
    const jitter = () => random.number(-0.5, 0.5);
    return [head.x + u * head.halfWidth + dx + jitter(), head.y + v * head.halfHeight + dy + jitter(), 0];
  });
}
