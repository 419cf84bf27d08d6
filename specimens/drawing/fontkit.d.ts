/** The part of fontkit that the specimens use; the package has no types. */
declare module 'fontkit' {
  interface Path {
    toSVG(): string;
  }
  interface Glyph {
    path: Path;
    advanceWidth: number;
  }
  export interface Font {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
  }
  export function create(file: Buffer): Font;
}
