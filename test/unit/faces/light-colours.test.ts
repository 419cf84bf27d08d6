import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import {
  drawColour,
  hexOfColour,
  lightColours,
  lightStepCount,
  lightStepMs,
  type LinearColour,
} from '../../../src/domain/verifications/light-colours.ts';

/** WCAG 2.3.1: a general flash is a pair of opposing changes of 10 % of the maximum relative luminance or more. */
const flashLuminance = 0.1;
/** WCAG 2.3.1: a colour is a saturated red from this share of red on. */
const saturatedRed = 0.8;

const decode = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const encode = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
const luminance = ([red, green, blue]: LinearColour) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
const shareOfRed = ([red, green, blue]: LinearColour) => red / (red + green + blue);
/** As the screen shows it: rounded to eight bits. */
const shown = (index: number): LinearColour => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    decode(parseInt(hexOfColour(index).slice(at, at + 2), 16) / 255),
  );
  return [red, green, blue];
};
const mixed = (from: LinearColour, to: LinearColour, share: number, space: 'linear' | 'srgb'): LinearColour => {
  const mix = (a: number, b: number) =>
    space === 'linear' ? a * (1 - share) + b * share : decode(encode(a) * (1 - share) + encode(b) * share);
  return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])];
};
const indices = lightColours.map((_, index) => index);

/** Every state of every fade between two colours, in linear light and as a browser fades. */
const states = indices.flatMap((from) =>
  indices.flatMap((to) =>
    (['linear', 'srgb'] as const).flatMap((space) =>
      Array.from({ length: 101 }, (_, step) => mixed(shown(from), shown(to), step / 100, space)),
    ),
  ),
);

describe('the colours of the light', () => {
  test('are never a general flash, in any order and at any speed: no two states differ by a tenth of the luminance', () => {
    const all = states.map(luminance);
    expect(Math.max(...all) - Math.min(...all)).toBeLessThan(flashLuminance);
  });

  test('are never a red flash: no state is a saturated red, in linear light or in sRGB', () => {
    expect(Math.max(...states.map(shareOfRed))).toBeLessThan(saturatedRed);
    expect(
      Math.max(...states.map(([red, green, blue]) => shareOfRed([encode(red), encode(green), encode(blue)]))),
    ).toBeLessThan(saturatedRed);
  });

  test('keep within both limits in any sequence whose fades are cut short by the next colour', () => {
    const random = createRandom(231);
    for (let run = 0; run < 2_000; run += 1) {
      const space = random.pick(['linear', 'srgb'] as const);
      let now = shown(random.integer(0, lightColours.length - 1));
      const seen = Array.from({ length: 30 }, () => {
        now = mixed(now, shown(random.integer(0, lightColours.length - 1)), random.number(0, 1), space);
        return now;
      });
      const luminances = seen.map(luminance);
      expect(Math.max(...luminances) - Math.min(...luminances)).toBeLessThan(flashLuminance);
      expect(Math.max(...seen.map(shareOfRed))).toBeLessThan(saturatedRed);
    }
  });

  test('change less than three times a second', () => {
    expect(1_000 / lightStepMs).toBeLessThan(3);
  });

  test('are drawn so that none follows itself and any other may follow', () => {
    for (const before of indices) {
      const drawn = Array.from({ length: lightColours.length - 1 }, (_, value) => drawColour(() => value, before));
      expect([...drawn, before].sort()).toEqual(indices);
    }
    expect(indices.map((value) => drawColour(() => value, undefined))).toEqual(indices);
    expect(lightColours.length * (lightColours.length - 1) ** (lightStepCount - 1)).toBe(468_750);
  });
});
