import { createRequire } from 'node:module';
import type { HeifPlane, Libheif } from './libheif.ts';

export class TooManyPixels extends Error {}

/**
 * Decodes the main picture of a HEIF file whose pictures are compressed with HEVC, as phones write them: upright, eight bits, RGB, in the
 * phone's colour space. libheif runs as WebAssembly on one core.
 * @throws TooManyPixels before anything is decoded; Error when the file has no picture that libheif can decode
 */
export async function decodeHeif(
  picture: Buffer,
  maxPixels: number,
): Promise<{ data: Uint8Array; widthPx: number; heightPx: number }> {
  // Loaded on demand: other formats do not need its two megabytes.
  const libheif = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Libheif; // The package has no types for this export.
  await libheif.ready;
  const images = new libheif.HeifDecoder().decode(picture);
  const main = images.find((image) => image.is_primary()) ?? images[0];
  if (main === undefined) throw new Error('no picture');
  const [width, height] = [main.get_width(), main.get_height()];
  if (width * height > maxPixels) throw new TooManyPixels();
  const { heif_colorspace: colours, heif_chroma: chromas } = libheif;
  const decoded = await libheif.heif_js_decode_image2(
    main.handle,
    colours.heif_colorspace_RGB,
    chromas.heif_chroma_interleaved_RGB,
  );
  const plane = decoded.channels?.[0];
  if (plane === undefined) throw new Error('the picture cannot be decoded');
  return { data: withoutPadding(plane), widthPx: plane.width, heightPx: plane.height };
}

function withoutPadding({ data, width, height, stride }: HeifPlane): Uint8Array {
  const row = 3 * width;
  if (stride === row) return data.subarray(0, row * height);
  const packed = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) packed.set(data.subarray(y * stride, y * stride + row), y * row);
  return packed;
}
