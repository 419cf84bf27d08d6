import { describe, expect, test } from 'vitest';
import { bandingBetween } from '../../../src/adapters/native/waves/banding.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';

const size = { width: 64, height: 48 };
const random = createRandom(3);
const scene = Array.from({ length: size.width * size.height }, () => random.integer(40, 200));

/** The scene, as a function of the position, in whole grey values. */
const lit = (light: (row: number, column: number) => number) =>
  Uint8Array.from(scene, (value, at) => Math.round(value * light(Math.floor(at / size.width), at % size.width)));
const plain = lit(() => 1);
/** One and a half waves across the picture, brighter and darker by a tenth. */
const band = (phase: number) => lit((row) => 1 + 0.1 * Math.sin((row / size.height) * 3 * Math.PI + phase));

describe('bands that roll over a picture', () => {
  test('show between one picture and the next', () => {
    expect(bandingBetween(band(0), band(1.2), size)).toBeGreaterThan(0.04);
  });

  test('are not the camera’s exposure, nor light that falls off over the picture', () => {
    expect(
      bandingBetween(
        plain,
        lit(() => 1.15),
        size,
      ),
    ).toBeLessThan(0.008);
    expect(
      bandingBetween(
        plain,
        lit((row) => 0.9 + 0.004 * row),
        size,
      ),
    ).toBeLessThan(0.012);
  });

  test('are not a person who moves in front of a wall, nor a still picture', () => {
    const moved = lit((row, column) => (column > 20 && column < 48 && row > 8 ? 0.5 : 1));
    expect(bandingBetween(plain, moved, size)).toBeLessThan(0.02);
    expect(bandingBetween(band(0.4), band(0.4), size)).toBe(0);
  });
});
