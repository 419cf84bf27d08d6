/** A part of a text that one font can draw. */
export interface FontRun {
  font: string;
  text: string;
}

/**
 * Splits a text where its letters need another font. Keeps the previous letter's font as long as possible, so that words and their marks
 * stay together. A letter that no font has becomes a question mark.
 */
export function spellInFonts(
  text: string,
  fonts: readonly string[],
  hasGlyph: (font: string, codePoint: number) => boolean,
): FontRun[] {
  const [first = ''] = fonts;
  const runs: FontRun[] = [];
  for (const letter of text.normalize('NFC')) {
    const last = runs.at(-1);
    const codePoint = letter.codePointAt(0) ?? 0;
    if (letter === '\n' || letter === '\t') {
      if (last === undefined) continue;
      last.text += ' ';
      continue;
    }
    const candidates = last === undefined ? fonts : [last.font, ...fonts];
    const font = candidates.find((name) => hasGlyph(name, codePoint));
    const drawn = font === undefined ? '?' : letter;
    const chosen = font ?? first;
    if (last?.font === chosen) last.text += drawn;
    else runs.push({ font: chosen, text: drawn });
  }
  return runs;
}
