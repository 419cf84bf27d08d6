import { countReaching } from './count-reaching.ts';

/** Marks below a letter (Unicode's combining ones): dot, comma, cedilla and ogonek. */
const marksBelow = /[\u0323\u0326-\u0328]/g;
/** Letters that hang below the line; the comma of `ģ` is printed above it. */
const hanging = /[gjpqy]/g;
/** What hangs below the line in some faces only. */
const perhapsHanging = /[QJf,;()[\]{}/|$&@§ß3-57-9]/g;

/**
 * Whether the ink below the letters of a straightened line contradicts the marks of its text: both readers may lose a comma, a cedilla or an
 * ogonek (`BRASOV` for BRAȘOV). `upsideDown` is the line turned by 180°, so that what is below comes first. Null where the ink does not tell.
 */
export function hasOtherMarksBelow(
  text: string,
  upsideDown: Float32Array,
  widthPx: number,
  heightPx: number,
): boolean | null {
  const seen = countReaching(upsideDown, widthPx, heightPx)?.count ?? null;
  if (seen === null) return null;
  const apart = text.normalize('NFC').replace(/ģ/g, 'g').normalize('NFD');
  const countOf = (pattern: RegExp) => apart.match(pattern)?.length ?? 0;
  const least = countOf(marksBelow) + countOf(hanging);
  return seen < least || seen > least + countOf(perhapsHanging);
}
