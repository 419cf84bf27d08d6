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
    const { rgb: from } = picture;
    for (let y = 0; y < height; y += 1) {
      let at = y * step * picture.widthPx * 3;
      let to = ((top + y) * widthPx + left) * 3;
      // Written out: a view of three bytes for each pixel costs more than the copy.
      for (let x = 0; x < width; x += 1, at += step * 3, to += 3) {
        rgb[to] = from[at] ?? 0;
        rgb[to + 1] = from[at + 1] ?? 0;
        rgb[to + 2] = from[at + 2] ?? 0;
      }
    }
  });
  return { rgb, widthPx, heightPx };
}
