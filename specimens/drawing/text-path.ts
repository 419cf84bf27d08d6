import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);
const noto = (subset: string, weight: number) =>
  readFont(require.resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-${weight}-normal.woff`));

interface FontFile {
  path: string;
  font: Font;
}
type FontFiles = readonly [FontFile, ...FontFile[]];

/** Each typeface is a list of files, since Noto Sans comes cut into subsets; the first that has a character draws it. */
const typefaces = {
  regular: [noto('latin', 400), noto('latin-ext', 400), noto('greek', 400), noto('cyrillic', 400)],
  bold: [noto('latin', 700), noto('latin-ext', 700), noto('greek', 700), noto('cyrillic', 700)],
  ocrB: [readFont(fileURLToPath(new URL('../fonts/OCRB.otf', import.meta.url)))],
} satisfies Record<string, FontFiles>;

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
  let cursor = x;
  const paths: string[] = [];
  for (const character of text) {
    const { font, glyph } = glyphOf(character, typeface);
    const scale = size / font.unitsPerEm;
    const outline = glyph.path.toSVG();
    const place = `translate(${cursor.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})`;
    if (outline !== '') paths.push(`<path d="${outline}" transform="${place}"/>`);
    cursor += pitch ?? glyph.advanceWidth * scale;
  }
  return `<g fill="${fill}">${paths.join('')}</g>`;
}

/** How far the text reaches, in the unit of `size`. */
export function textWidth(text: string, typeface: Typeface, size: number): number {
  return Array.from(text).reduce((width, character) => {
    const { font, glyph } = glyphOf(character, typeface);
    return width + (glyph.advanceWidth * size) / font.unitsPerEm;
  }, 0);
}

/** Whether the typeface has every character: Noto Sans is here for Latin, Greek and Cyrillic letters only. */
export function canDraw(text: string, typeface: Typeface): boolean {
  return Array.from(text).every((letter) => typefaces[typeface].some(({ font }) => hasGlyph(font, letter)));
}

/** The file that draws the character. */
export function fontFileOf(character: string, typeface: Typeface): string {
  return chooseFile(character, typeface).path;
}

function glyphOf(character: string, typeface: Typeface) {
  const { font } = chooseFile(character, typeface);
  return { font, glyph: font.glyphForCodePoint(character.codePointAt(0) ?? 0) };
}

function chooseFile(character: string, typeface: Typeface): FontFile {
  const files: FontFiles = typefaces[typeface];
  return files.find(({ font }) => hasGlyph(font, character)) ?? files[0];
}

function hasGlyph(font: Font, character: string): boolean {
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

function readFont(path: string): FontFile {
  return { path, font: create(readFileSync(path)) };
}
