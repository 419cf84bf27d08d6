import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findSeparatePages } from '../../../src/adapters/native/pages/separate-pages.ts';

const [width, height] = [640, 480];

interface Card {
  middle: readonly [number, number];
  size: readonly [number, number];
  turnDegrees: number;
}

/** Pale cards on a grey table. */
function photographOf(cards: readonly Card[]): Promise<Buffer> {
  const rgb = new Uint8Array(width * height * 3).fill(90);
  for (let at = 0; at < width * height; at += 1) {
    const isCard = cards.some(({ middle, size, turnDegrees }) => {
      const [x, y] = [(at % width) - middle[0], Math.floor(at / width) - middle[1]];
      const [cos, sin] = [Math.cos((turnDegrees * Math.PI) / 180), Math.sin((turnDegrees * Math.PI) / 180)];
      return Math.abs(x * cos + y * sin) <= size[0] / 2 && Math.abs(y * cos - x * sin) <= size[1] / 2;
    });
    if (isCard) rgb.fill(210, at * 3, at * 3 + 3);
  }
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

test.each([0, 7, -20])('finds two cards, turned by %i degrees, each with its bounds', async (turnDegrees) => {
  const cards: Card[] = [
    { middle: [170, 160], size: [240, 150], turnDegrees },
    { middle: [470, 330], size: [240, 150], turnDegrees },
  ];
  const areas = await findSeparatePages(await photographOf(cards));
  expect(areas).toHaveLength(2);
  for (const [index, { middle, size }] of cards.entries()) {
    const turn = (Math.abs(turnDegrees) * Math.PI) / 180;
    const across = size[0] * Math.cos(turn) + size[1] * Math.sin(turn);
    const down = size[0] * Math.sin(turn) + size[1] * Math.cos(turn);
    const { x, y, width: areaWidth, height: areaHeight } = areas[index] ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(Math.abs((x + areaWidth / 2) * width - middle[0])).toBeLessThan(6);
    expect(Math.abs((y + areaHeight / 2) * height - middle[1])).toBeLessThan(6);
    // A margin on each side.
    expect(areaWidth * width - across).toBeGreaterThan(0);
    expect(areaWidth * width - across).toBeLessThan(0.05 * width);
    expect(areaHeight * height - down).toBeGreaterThan(0);
    expect(areaHeight * height - down).toBeLessThan(0.05 * height);
  }
});

test('takes no portrait for a page: most of what the surface does not reach is outside of it', async () => {
  const portrait = { middle: [150, 220], size: [150, 200], turnDegrees: 0 } as const;
  const lines = Array.from({ length: 14 }, (_, line) => ({
    middle: [420, 60 + 24 * line] as const,
    size: [320, 8] as const,
    turnDegrees: 0,
  }));
  expect(await findSeparatePages(await photographOf([portrait]))).toHaveLength(1);
  expect(await findSeparatePages(await photographOf([portrait, ...lines]))).toEqual([]);
});

test('takes no strip and no square for a page', async () => {
  const strip: Card = { middle: [320, 120], size: [400, 60], turnDegrees: 10 };
  const square: Card = { middle: [320, 330], size: [180, 180], turnDegrees: 30 };
  expect(await findSeparatePages(await photographOf([strip, square]))).toEqual([]);
});
