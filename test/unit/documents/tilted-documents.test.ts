import { describe, expect, test } from 'vitest';
import { judgeTilt } from '../../../bench/accuracy/tilt/judge-tilt.ts';
import {
  followPlane,
  inverseOf,
  mapOfCorners,
  place,
  times,
  type GreyPicture,
} from '../../../bench/accuracy/tilt/follow-plane.ts';
import type { TiltReading } from '../../../bench/accuracy/tilt/measure-tilt.ts';

const size = { widthPx: 160, heightPx: 120 };
type Corners = readonly (readonly [number, number])[];
const straight: Corners = [
  [40, 30],
  [120, 30],
  [120, 84],
  [40, 84],
];

/** Print on a thing with these corners, with light of this strength on its left side. */
function picture(corners: Corners, light = 0): GreyPicture {
  const back = inverseOf(mapOfCorners(corners));
  const grey = new Float32Array(size.widthPx * size.heightPx);
  for (let at = 0; at < grey.length; at += 1) {
    const [u, v] = place(back, (at % size.widthPx) + 0.5, Math.floor(at / size.widthPx) + 0.5);
    const isOnIt = Math.abs(u) <= 1 && Math.abs(v) <= 1;
    const print = 120 + 50 * Math.sin(7 * u + 2 * v) * Math.cos(5 * v - u) + 20 * Math.sin(11 * u - 4 * v);
    grey[at] = isOnIt ? Math.min(255, print + light * Math.exp(-((u + 0.5) ** 2 + v ** 2) / 0.2)) : 60;
  }
  return { grey, ...size };
}

describe('a flat thing that is followed', () => {
  /** The left side comes nearer. */
  const steps = Array.from({ length: 8 }, (_, step): Corners => [
    [40 + step * 0.6, 30 - step * 0.9],
    [120 - step * 0.8, 30 + step * 0.5],
    [120 - step * 0.8, 84 - step * 0.5],
    [40 + step * 0.6, 84 + step * 0.9],
  ]);

  test.each([0, 110])('is found within two pixels, under a reflection of %d of 255, too', (light) => {
    const maps = followPlane(
      steps.map((corners, step) => picture(corners, (light * step) / 7)),
      straight,
    );
    const [last, wanted] = [maps.at(-1) ?? [], steps.at(-1) ?? []];
    const found = (
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const
    ).map(([u, v]) => place(last, u, v));
    const errors = found.map(([x, y], index) =>
      Math.hypot(x - (wanted[index]?.[0] ?? 0), y - (wanted[index]?.[1] ?? 0)),
    );
    expect(Math.max(...errors)).toBeLessThan(2);
  });

  test('is placed by its corners, and a map times its inverse changes nothing', () => {
    const map = mapOfCorners(steps.at(-1) ?? []);
    const [x, y] = place(map, 1, 1);
    expect([x, y]).toEqual([expect.closeTo(114.4, 3), expect.closeTo(80.5, 3)]);
    times(map, inverseOf(map)).forEach((value, at) => expect(value).toBeCloseTo(at % 4 === 0 ? 1 : 0, 6));
  });
});

describe('the verdict on a tilt', () => {
  const good: TiltReading = {
    direction: 'left',
    degrees: 22,
    leastLikeness: 0.95,
    parallax: 0.5,
    glare: 90,
    glareTravel: 0.4,
    flicker: 8,
  };

  test('passes only with the asked direction, one page, separate surroundings and a reflection that moves', () => {
    expect(judgeTilt(good, 'left')).toBe('passed');
    expect(judgeTilt(good, 'right')).toBe('notAsAsked');
    expect(judgeTilt({ ...good, degrees: 4 }, 'left')).toBe('notAsAsked');
    expect(judgeTilt({ ...good, leastLikeness: 0.3 }, 'left')).toBe('otherPage');
    expect(judgeTilt({ ...good, parallax: -0.5 }, 'left')).toBe('samePlane');
    expect(judgeTilt({ ...good, glare: 15 }, 'left')).toBe('noGlare');
    expect(judgeTilt({ ...good, glareTravel: 0 }, 'left')).toBe('noGlare');
  });

  test('is none where the thing was lost', () => {
    expect(judgeTilt(null, 'left')).toBe('lost');
    expect(judgeTilt({ ...good, degrees: 92 }, 'left')).toBe('lost');
  });
});
