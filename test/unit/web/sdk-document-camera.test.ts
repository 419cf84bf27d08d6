import { describe, expect, test } from 'vitest';
import type { Corners, Point } from '../../../web/sdk/src/camera/find-document.ts';
import { lensBox } from '../../../web/sdk/src/camera/lens-box.ts';
import { lookAtDocument, type DocumentLook } from '../../../web/sdk/src/camera/look-at-document.ts';
import { createSteadiness } from '../../../web/sdk/src/camera/steadiness.ts';
import type { Frame } from '../../../web/sdk/src/flow/judge-frame.ts';

const size = { width: 640, height: 480 };
const passport = [1.42, 1 / 1.42];
const card = [1.586, 1.42, 1 / 1.586, 1 / 1.42];

interface Drawn {
  /** Corners in pixels, from the top left one on, clockwise. */
  corners: readonly (readonly [number, number])[];
  paper?: number;
  ground?: number;
  /** Radius of a blur in pixels. */
  blur?: number;
  /** An overexposed disc: its centre and its radius in pixels. */
  glare?: readonly [number, number, number];
}

/** A printed page on a plain ground. Its print is rows of upright bars. */
function draw({ corners, paper = 200, ground = 90, blur = 0, glare }: Drawn): Frame {
  const { width, height } = size;
  let luma: Uint8Array = new Uint8Array(width * height).fill(ground);
  const inside = (x: number, y: number) =>
    corners.every(([fromX, fromY], index) => {
      const [toX, toY] = corners[(index + 1) % corners.length] ?? [0, 0];
      return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX) >= 0;
    });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!inside(x, y)) continue;
      const isInk = y % 16 < 8 && x % 7 < 2 && inside(x - 20, y - 20) && inside(x + 20, y + 20);
      const burnt = glare !== undefined && Math.hypot(x - glare[0], y - glare[1]) < glare[2];
      luma[y * width + x] = burnt ? 255 : isInk ? paper * 0.3 : paper;
    }
  }
  for (let pass = 0; pass < blur; pass += 1) luma = blurred(luma, width);
  return { luma, ...size };
}

const blurred = (luma: Uint8Array, width: number): Uint8Array =>
  luma.map((value, at) => {
    let sum = 0;
    for (const step of [-width - 1, -width, 1 - width, -1, 0, 1, width - 1, width, width + 1]) {
      sum += luma[at + step] ?? value;
    }
    return sum / 9;
  });

const upright = [
  [100, 85],
  [540, 85],
  [540, 395],
  [100, 395],
] as const;

function turned(degrees: number, scale = 1): (readonly [number, number])[] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return upright.map(([x, y]) => {
    const [dx, dy] = [(x - 320) * scale, (y - 240) * scale];
    return [320 + dx * cos - dy * sin, 240 + dx * sin + dy * cos] as const;
  });
}

/** The largest distance of a found corner from the drawn one, in pixels of the frame. */
function errorOf(found: Corners | null, drawn: Drawn['corners']): number {
  if (found === null) return Infinity;
  return Math.max(
    ...found.map(({ x, y }: Point, index) => {
      const [wantedX, wantedY] = drawn[index] ?? [0, 0];
      return Math.hypot(x * size.width - wantedX, y * size.height - wantedY);
    }),
  );
}

/** Four pixels of the small frame that edges are looked for in: a line's slope is known in steps of 0.04 only. */
const mostError = 16;

describe('the edges of a document in a frame', () => {
  test.each([-20, -10, -3, 0, 4, 12, 20])('are found when it is turned by %i degrees', (degrees) => {
    const corners = turned(degrees, 0.85);
    const look = lookAtDocument(draw({ corners }), passport);
    expect(errorOf(look.corners, corners)).toBeLessThan(mostError);
  });

  test('are found when it is tilted away, on dark and on bright ground', () => {
    const tilted = [
      [130, 100],
      [510, 100],
      [545, 390],
      [95, 390],
    ] as const;
    expect(errorOf(lookAtDocument(draw({ corners: tilted }), passport).corners, tilted)).toBeLessThan(mostError);
    const onWhite = draw({ corners: upright, paper: 120, ground: 220 });
    expect(errorOf(lookAtDocument(onWhite, passport).corners, upright)).toBeLessThan(mostError);
  });

  test('are not found if there is no document, if it is cut off, or if it has another shape', () => {
    const empty = draw({ corners: [] });
    empty.luma.fill(120);
    expect(lookAtDocument(empty, passport)).toEqual({ corners: null, hint: 'find' });
    const cutOff = upright.map(([x, y]) => [x + 200, y] as const);
    expect(lookAtDocument(draw({ corners: cutOff }), card).corners).toBeNull();
    const square = [
      [170, 90],
      [470, 90],
      [470, 390],
      [170, 390],
    ] as const;
    expect(lookAtDocument(draw({ corners: square }), passport).corners).toBeNull();
  });
});

describe('what prevents the capture of a document', () => {
  const hintOf = (drawn: Partial<Drawn>) => lookAtDocument(draw({ corners: upright, ...drawn }), passport).hint;

  test.each([
    ['nothing when it is sharp, near and in good light', {}, 'good'],
    ['blur', { blur: 3 }, 'blurry'],
    ['the distance', { corners: turned(0, 0.6) }, 'closer'],
    ['the dark', { paper: 36, ground: 4 }, 'tooDark'],
    ['too much light', { paper: 254, ground: 150, blur: 0, glare: [320, 240, 600] }, 'tooBright'],
    ['a reflection', { glare: [330, 250, 40] }, 'glare'],
  ] as const)('%s', (_, drawn, hint) => {
    expect(hintOf(drawn)).toBe(hint);
  });

  test('the dark of a frame in which nothing is found', () => {
    const frame = { luma: new Uint8Array(size.width * size.height).fill(10), ...size };
    expect(lookAtDocument(frame, passport)).toEqual({ corners: null, hint: 'tooDark' });
  });
});

describe('automatic capture', () => {
  const at = (x: number): Corners => [
    { x, y: 0.2 },
    { x: x + 0.6, y: 0.2 },
    { x: x + 0.6, y: 0.8 },
    { x, y: 0.8 },
  ];
  const good = (x = 0.2): DocumentLook => ({ corners: at(x), hint: 'good' });

  test('waits for several good looks in a row at a document that does not move', () => {
    const steadiness = createSteadiness();
    const shares = [0, 200, 400, 600, 800].map((ms) => steadiness.add(good(), ms).share);
    expect(shares.map((share) => share === 1)).toEqual([false, false, false, false, true]);
  });

  test('is not taken after a single look that follows a long pause, however good it is', () => {
    const steadiness = createSteadiness();
    steadiness.add(good(), 0);
    expect(steadiness.add(good(), 60_000).share).toBeLessThan(1);
  });

  test.each([
    ['moves', { corners: at(0.3), hint: 'good' }],
    ['is lost', { corners: null, hint: 'find' }],
    ['shines', { corners: at(0.2), hint: 'glare' }],
    ['is blurred', { corners: at(0.2), hint: 'blurry' }],
  ] as const)('waits again from the beginning when the document %s', (_, look) => {
    const steadiness = createSteadiness();
    for (const ms of [0, 200, 400, 600]) steadiness.add(good(), ms);
    expect(steadiness.add(look, 800).share).toBe(0);
    const after = [900, 1100, 1300].map((ms) => steadiness.add(good(), ms).share);
    expect(Math.max(...after)).toBeLessThan(1);
  });
});

describe('where the camera’s picture is placed on the screen', () => {
  const phone = { width: 390, height: 844 };

  test('fills it while little is cut off', () => {
    expect(lensBox({ width: 1080, height: 1920 }, phone)).toEqual({ left: 0, top: 0, ...phone });
  });

  test('whole and centred if much would be cut off', () => {
    const box = lensBox({ width: 640, height: 480 }, phone);
    expect(box).toMatchObject({ left: 0, width: 390, height: 292.5 });
    expect(box.top).toBeCloseTo((844 - 292.5) / 2);
  });
});
