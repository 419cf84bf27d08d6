import sharp from 'sharp';
import { expect, test } from 'vitest';
import { partOverlaps } from '../../../../src/adapters/native/text/part-overlaps.ts';
import { mapQuad } from '../../../../src/adapters/native/rasters/quad.ts';
import type { Raster } from '../../../../src/adapters/native/rasters/raster.ts';
import type { Quad } from '../../../../src/domain/ports/pages/page-reader.ts';
import { textPath, textWidth } from '../../../../specimens/drawing/text-path.ts';

const [size, baseline, heightPx] = [28, 40, 60];
const paddingPx = 6;
const typeface = 'regular';

/** Texts in one line, each so many pixels behind the one before, turned by some degrees about the middle of the picture. */
async function drawRow(texts: readonly (readonly [gap: number, text: string])[], degrees = 0) {
  let x = 0;
  const placed = texts.map(([gap, text]) => {
    const from = x + gap;
    x = from + textWidth(text, typeface, size);
    return { text, from, to: x };
  });
  const widthPx = Math.ceil(x + 40);
  const paths = placed.map(({ text, from }) =>
    textPath({ text, typeface, x: from, y: baseline, size, fill: '#22262b' }),
  );
  const turn = `rotate(${degrees} ${widthPx / 2} ${heightPx / 2})`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"><rect width="${widthPx}" height="${heightPx}" fill="#e9eef0"/><g transform="${turn}">${paths.join('')}</g></svg>`;
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const data = await sharp(Buffer.from(svg)).flatten().greyscale().raw().toBuffer();
  const raster: Raster = { data: Uint8Array.from(data), widthPx, heightPx };
  return { raster, placed };
}

/** A box as a detector gives it: wider than its text. */
function boxOf(from: number, to: number): Quad {
  const [top, bottom] = [baseline - 28, baseline + 8];
  return [
    [from - paddingPx, top],
    [to + paddingPx, top],
    [to + paddingPx, bottom],
    [from - paddingPx, bottom],
  ];
}

const leftOf = ([[x]]: Quad) => x;
const rightOf = ([, [x]]: Quad) => x;

test.each([
  ['SE', 'X', 'F'],
  ['AMÉLI', 'E', 'F'],
  ['MUÑOZ ORDÓÑE', 'Z', 'SOFÍA'],
  ['STRADA ȚĂRMULUI ', '8', '9. A/B'],
] as const)(
  '%s%s and %s do not share a letter: it stays with the text that it is near',
  async (start, shared, value) => {
    const { raster, placed } = await drawRow([
      [20, `${start}${shared}`],
      [30, value],
    ]);
    const [label, next] = placed;
    if (label === undefined || next === undefined) throw new Error('nothing was drawn');
    const sharedFrom = label.to - textWidth(shared, typeface, size);
    const boxes = [boxOf(label.from, label.to), boxOf(sharedFrom, next.to)];
    const [left, right] = partOverlaps(raster, boxes);
    if (left === undefined || right === undefined) throw new Error('a box is missing');
    expect(rightOf(left)).toBeGreaterThanOrEqual(label.to - 1);
    expect(leftOf(right)).toBeGreaterThan(label.to - 1);
    expect(leftOf(right)).toBeLessThanOrEqual(next.from + 1);
    expect(rightOf(right)).toBe(rightOf(boxes[1] ?? right));
  },
);

test('the letter stays with the value where it is near that', async () => {
  const { raster, placed } = await drawRow([
    [20, 'RUN'],
    [30, '37.377.646-7'],
  ]);
  const [label, value] = placed;
  if (label === undefined || value === undefined) throw new Error('nothing was drawn');
  const sharedTo = value.from + textWidth('3', typeface, size);
  const [left, right] = partOverlaps(raster, [boxOf(label.from, sharedTo), boxOf(value.from, value.to)]);
  if (left === undefined || right === undefined) throw new Error('a box is missing');
  expect(rightOf(left)).toBeLessThan(value.from + 1);
  expect(rightOf(left)).toBeGreaterThanOrEqual(label.to - 1);
  expect(leftOf(right)).toBe(value.from - paddingPx);
});

test('boxes stay as they are where no gap is clearly wider than the others, where they do not overlap, and in other lines', async () => {
  const { raster, placed } = await drawRow([
    [20, 'VIA'],
    [12, '8'],
    [14, 'ROMA'],
  ]);
  const [street, number, place] = placed;
  if (street === undefined || number === undefined || place === undefined) throw new Error('nothing was drawn');
  const words = [boxOf(street.from, number.to), boxOf(number.from, place.to)];
  expect(partOverlaps(raster, words)).toEqual(words);
  const apart = [boxOf(street.from, street.to), boxOf(place.from, place.to)];
  expect(partOverlaps(raster, apart)).toEqual(apart);
  const below = [boxOf(street.from, number.to), mapQuad(boxOf(number.from, place.to), ([x, y]) => [x, y + 40])];
  expect(partOverlaps(raster, below)).toEqual(below);
});

test('no ink is lost: every column of print is in one of two parted boxes', async () => {
  for (const gap of [4, 8, 12, 20, 30, 45]) {
    for (const degrees of [0, 3]) {
      const { raster, placed } = await drawRow([[20, 'SURNAME'], [gap, 'OTIENO']], degrees); // prettier-ignore
      const [label, value] = placed;
      if (label === undefined || value === undefined) throw new Error('nothing was drawn');
      for (const reach of [0, 4, 10, 16]) {
        const boxes = [boxOf(label.from, label.to + reach), boxOf(value.from - reach, value.to)];
        const [left, right] = partOverlaps(raster, boxes);
        if (left === undefined || right === undefined) throw new Error('a box is missing');
        const lost = leftOf(right) - rightOf(left);
        const columns = Array.from(
          { length: Math.max(0, Math.floor(lost)) },
          (_, index) => Math.ceil(rightOf(left)) + index,
        );
        const inked = columns.filter((x) =>
          Array.from({ length: 12 }, (_, row) => raster.data[(baseline - 16 + row) * raster.widthPx + x] ?? 255).some(
            (luminance) => luminance < 120,
          ),
        );
        expect(inked, `gap ${gap}, ${degrees}°, reach ${reach}`).toEqual([]);
      }
    }
  }
});
