import { describe, expect, test } from 'vitest';
import { isForServer, picturesToTry, type PictureTry } from '../../../web/sdk/src/flow/picture-plan.ts';

const longestSide = 2600;
const mostBytes = 2_000_000;
const large = { width: 8000, height: 6000 };

/** The size and quality at which a picture is sent that costs this many bytes a pixel at full quality. */
function sent(size: { width: number; height: number }, bytesPerPixel: number): { tried: PictureTry[]; bytes: number } {
  const tried: PictureTry[] = [];
  let bytes = Infinity;
  for (const next of picturesToTry(size, longestSide)) {
    tried.push(next);
    bytes = next.width * next.height * bytesPerPixel * next.quality;
    if (bytes <= mostBytes) break;
  }
  return { tried, bytes };
}

const widthsOf = (tried: readonly PictureTry[]) => [...new Set(tried.map(({ width }) => width))];

describe('a picture on its way to the server', () => {
  test('that is small enough is sent at its own size and the best quality', () => {
    expect(sent({ width: 1600, height: 1200 }, 0.2).tried).toEqual([{ width: 1600, height: 1200, quality: 0.92 }]);
  });

  test('of 48 megapixels keeps its full legible size as long as any quality fits', () => {
    const { tried, bytes } = sent(large, 0.6);
    expect(widthsOf(tried)).toEqual([longestSide]);
    expect(tried.at(-1)?.quality).toBe(0.6);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
  });

  test('full of noise is scaled down step by step, in proportion, if no quality fits', () => {
    const { tried, bytes } = sent(large, 0.9);
    expect(widthsOf(tried)).toEqual([2600, 2200]);
    expect(tried.at(-1)).toMatchObject({ width: 2200, height: 1650 });
    expect(bytes).toBeLessThanOrEqual(mostBytes);
  });

  test('is never made smaller than 300 dots an inch of a passport’s page, nor larger than it is', () => {
    expect(Math.min(...widthsOf(sent(large, 100).tried))).toBe(1500);
    expect(widthsOf(sent({ width: 900, height: 700 }, 100).tried)).toEqual([900]);
  });

  test('that the browser cannot open is left to the server when it is HEIC, AVIF or TIFF, and only then', () => {
    const startsWith = (text: string) => isForServer(Buffer.from(text.padEnd(12, '\0'), 'latin1'));
    for (const brand of ['heic', 'heix', 'mif1', 'avif']) expect(startsWith(`\0\0\0\x18ftyp${brand}`)).toBe(true);
    for (const mark of ['II*\0', 'MM\0*']) expect(startsWith(mark)).toBe(true);
    for (const other of ['\0\0\0\x18ftypisom', '%PDF-1.7', '<svg', 'GIF89a', '']) expect(startsWith(other)).toBe(false);
  });
});
