import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);
const noto = (subset: string, weight: number) =>
  readFont(require.resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-${weight}-normal.woff`));

/** Each typeface is a list of files, since Noto Sans comes cut into subsets; the first that has a character draws it. */
const typefaces = {
  regular: [noto('latin', 400), noto('latin-ext', 400)],
  bold: [noto('latin', 700), noto('latin-ext', 700)],
  ocrB: [readFont(fileURLToPath(new URL('../../specimens/fonts/OCRB.otf', import.meta.url)))],
} satisfies Record<string, [Font, ...Font[]]>;

export type Typeface = keyof typeof typefaces;

export interface PlacedText {
  text: string;
  typeface: Typeface;
  /** Left end of the baseline. */
  x: number;
  y: number;
  /** Size of the em square. */
  size: number;
  fill: string;
  /** Fixed distance from character to character; their own widths otherwise. */
  pitch?: number;
}

/** Text as SVG paths, so that no font needs to be installed where the picture is drawn. */
export function textPath({ text, typeface, x, y, size, fill, pitch }: PlacedText): string {
  const fonts: readonly [Font, ...Font[]] = typefaces[typeface];
  let cursor = x;
  const paths: string[] = [];
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(codePoint)) ?? fonts[0];
    const glyph = font.glyphForCodePoint(codePoint);
    const scale = size / font.unitsPerEm;
    const outline = glyph.path.toSVG();
    const place = `translate(${cursor.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})`;
    if (outline !== '') paths.push(`<path d="${outline}" transform="${place}"/>`);
    cursor += pitch ?? glyph.advanceWidth * scale;
  }
  return `<g fill="${fill}">${paths.join('')}</g>`;
}

function readFont(path: string): Font {
  return create(readFileSync(path));
}
