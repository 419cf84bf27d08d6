import type { FileHeader } from './read-file-header.ts';
import type { FileSign } from './origin.ts';

/** The names by which programs that edit or create pictures identify themselves. Cameras and phones write their system's version. */
const editors =
  /photoshop|illustrator|gimp|inkscape|coreldraw|affinity|canva|pixelmator|paint|pixlr|photopea|krita|snapseed|picsart|facetune|faceapp|meitu|beautyplus|imagemagick|graphicsmagick|pillow|python|opencv|skia|libvips|ffmpeg|lavc|gd-jpeg|matplotlib/i;
/** `Imagen` is Spanish for a picture, and `dall` is in many surnames: words that people write need more than a part of a name. */
const generators =
  /stable diffusion|automatic1111|comfyui|midjourney|\bdall[^a-z]{0,2}e\b|\bfirefly\b|openai|novelai|invokeai|google imagen|\bimagen[\s-]?\d|\bflux[.\s-]?\d|leonardo\.ai|ideogram\.ai|generator parameters|algorithmicmedia|compositesynthetic/i;

/** The qualities at which our web SDK encodes, in libjpeg's scale: 0.92, 0.85, 0.75, 0.6 of a canvas. */
export const sdkQualities = [92, 85, 75, 60] as const;

/**
 * What the file itself shows against a camera. `byCamera`: our web SDK says that its camera took the picture. Then a browser's canvas made
 * the file: a baseline JPEG without the name of a maker, and with libjpeg's tables only at the SDK's own qualities. Tables of another
 * encoder (Apple's browsers have their own) prove nothing.
 */
export function judgeHeader(header: FileHeader, { byCamera }: { byCamera: boolean }): FileSign[] {
  const words = [...header.programs, ...header.remarks];
  const signs: FileSign[] = [];
  if (header.programs.some((program) => editors.test(program))) signs.push('editor');
  if (words.some((word) => generators.test(word))) signs.push('generated');
  if (header.remarks.some((remark) => /screenshot/i.test(remark))) signs.push('screenshot');
  if (byCamera && !isOfCanvas(header)) signs.push('encoder');
  return signs;
}

function isOfCanvas({ format, progressive, luminanceTable, namesCamera }: FileHeader): boolean {
  if (format !== 'jpeg' || progressive || namesCamera || luminanceTable === null) return false;
  const quality = libjpegQualityOf(luminanceTable);
  return quality === null || sdkQualities.some((used) => used === quality);
}

/** ITU-T T.81, table K.1, in zigzag order. */
const standardLuminance = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61,
  60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121,
  112, 100, 120, 92, 101, 103, 99,
];

/** The quality at which libjpeg derives this table from the standard's; null: another encoder's table. */
export function libjpegQualityOf(table: readonly number[]): number | null {
  for (let quality = 1; quality <= 100; quality += 1) {
    const scale = quality < 50 ? Math.floor(5_000 / quality) : 200 - quality * 2;
    const fits = standardLuminance.every(
      (value, index) => table[index] === Math.min(255, Math.max(1, Math.floor((value * scale + 50) / 100))),
    );
    if (fits) return quality;
  }
  return null;
}
