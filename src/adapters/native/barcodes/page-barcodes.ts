import type { Barcode, Point } from '../../../domain/ports/pages/page-reader.ts';
import type { BarcodeReader } from './barcode-reader.ts';
import { decodeRaster, type DecodedPage } from '../rasters/decode-raster.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { mapQuad } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';

/** Larger pictures are shrunk to this size, at which a bar of PDF417 on a photographed card has about three pixels. */
const untouchedBounds = { shortestPx: 0, longestPx: 3000 };

/**
 * Reads the barcodes of a page; boxes in pixels of the picture. The decoder also examines the original picture: enlarging blurs the edges
 * of a code that fills a small picture, and shrinking loses its bars.
 */
export async function readPageBarcodes(
  reader: BarcodeReader,
  jpeg: Buffer,
  { page, upright, toPicture }: { page: DecodedPage; upright: Raster; toPicture: (point: Point) => Point },
  meter: PageMeter,
): Promise<Barcode[]> {
  const ofPage = (await reader.read(upright, meter)).map((code) => ({ ...code, box: mapQuad(code.box, toPicture) }));
  if (page.scale === 1) return ofPage;
  const { raster, scale } = await decodeRaster(jpeg, untouchedBounds);
  const ofPicture = await reader.read(raster, meter);
  const more = ofPicture.filter(({ text }) => !ofPage.some((known) => known.text === text));
  return [...ofPage, ...more.map((code) => ({ ...code, box: mapQuad(code.box, ([x, y]) => [x / scale, y / scale]) }))];
}
