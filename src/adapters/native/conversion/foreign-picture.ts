/** Picture formats that the worker's own decoders do not open. A separate process converts them. */
export type ForeignPicture = 'heif' | 'avif' | 'tiff';

const mostBrands = 64;
const avifBrands = new Set(['avif', 'avis']);
const heifBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'mif2']);

/** Detects the format by its first bytes (ISO/IEC 23008-12, annex B; TIFF 6.0, section 2); null for every other format. */
export function foreignPictureOf(picture: Buffer): ForeignPicture | null {
  const mark = picture.subarray(0, 4).toString('latin1');
  // BigTIFF has 43 instead of 42.
  if (['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(mark)) return 'tiff';
  if (picture.length < 16 || picture.subarray(4, 8).toString('latin1') !== 'ftyp') return null;
  const brands = brandsOf(picture);
  // `mif1` says only that the file contains pictures. The other brands say how they are compressed.
  if (brands.some((brand) => avifBrands.has(brand))) return 'avif';
  return brands.some((brand) => heifBrands.has(brand)) ? 'heif' : null;
}

function brandsOf(picture: Buffer): string[] {
  const end = Math.min(picture.readUInt32BE(0), picture.length, 16 + 4 * mostBrands);
  const brands = [picture.subarray(8, 12).toString('latin1')];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(picture.subarray(at, at + 4).toString('latin1'));
  return brands;
}
