import type { RgbPicture } from '../../domain/ports/faces/face-analyser.ts';

const columns = 4;
/** Every other pixel of every other line. */
const step = 2;

/** Pictures of one video in one image, at half size. Null when there are none. */
export function contactSheetOf(pictures: readonly RgbPicture[]): RgbPicture | null {
  const [first] = pictures;
  if (first === undefined) return null;
  const width = Math.floor(first.widthPx / step);
  const height = Math.floor(first.heightPx / step);
  const widthPx = width * columns;
  const heightPx = height * Math.ceil(pictures.length / columns);
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  pictures.forEach((picture, index) => {
    const left = (index % columns) * width;
    const top = Math.floor(index / columns) * height;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const from = (y * step * picture.widthPx + x * step) * 3;
        rgb.set(picture.rgb.subarray(from, from + 3), ((top + y) * widthPx + left + x) * 3);
      }
    }
  });
  return { rgb, widthPx, heightPx };
}
