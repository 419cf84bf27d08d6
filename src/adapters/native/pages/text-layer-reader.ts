import type { Quad, TextLine } from '../../../domain/ports/pages/page-reader.ts';
import { agreeOnSpelling } from '../spelling/agree-on-spelling.ts';
import type { SpelledLine } from '../spelling/line-agreement.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { across, along, quadCentre, quadDirection, quadHeight, quadWidth, rectangleQuad } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { isFaint } from '../text/is-faint.ts';
import type { TextRecogniser } from '../text/text-recogniser.ts';

/** Boxes of characters are tight, and the recogniser needs a line's usual surroundings. In shares of its height. */
const margin = 0.15;
/** A line of the layer is trusted when this share of its characters is visible on the page. */
const leastLikeness = 0.7;

/**
 * Returns the lines of a page's own text that the page also shows, spelled as the file spells them. A file can contain one text and show
 * another, so every line is checked; the picture reader reads the lines that are not seen. Boxes in pixels of the raster.
 */
export async function readTextLayer(
  raster: Raster,
  layer: readonly TextLine[],
  recogniser: {
    recognise(...given: Parameters<TextRecogniser['recognise']>): Promise<{ text: string; confidence: number }>;
  },
  spell: (line: TextLine) => Promise<SpelledLine>,
  meter: PageMeter,
): Promise<TextLine[]> {
  const believed: TextLine[] = [];
  for (const given of layer) {
    const line = { ...given, text: withoutOverlays(given.text) };
    if (isFaint(raster, line.box)) continue;
    const { text, confidence } = await recogniser.recognise(raster, widen(line.box), meter);
    const likeness = likenessOf(fold(line.text), fold(text));
    if (likeness < leastLikeness) continue;
    // The file is the second reader: it has the marks and letters that the recogniser lacks (`Ø` for its `O`).
    const { agreed } = agreeOnSpelling(text, { text: line.text, confidence: 1 });
    const isAlike = (likeness === 1 || agreed) && haveSameNumbers(line.text, text) && !hasRival(given, layer);
    // Where one reader misreads a letter, the other may read exactly what the file has.
    const isSeen = isAlike || (await isSpelledSo(line, spell));
    believed.push({ ...line, confidence: Math.max(likeness, confidence), agreed: isSeen });
  }
  return believed;
}

/** The comparison of letters ignores spaces, and a file can say `1, 23` where its page shows `12, 3`. */
function haveSameNumbers(one: string, other: string): boolean {
  const [numbers, others] = [one, other].map((text) => (text.match(/\p{N}+/gu) ?? []).join(' '));
  return numbers === others;
}

/** Whether the file has another text at the same place: one of them may be covered, and the comparison ignores marks and spaces. */
function hasRival({ text, box }: TextLine, layer: readonly TextLine[]): boolean {
  return layer.some((other) => other.text !== text && (isCovered(box, [other]) || isCovered(other.box, [{ box }])));
}

async function isSpelledSo(line: TextLine, spell: (line: TextLine) => Promise<SpelledLine>): Promise<boolean> {
  const { text, agreed } = await spell(line);
  return agreed === true && text === line.text;
}

/** Whether the middle of a box is on one of the lines. */
export function isCovered(box: Quad, lines: readonly { box: Quad }[]): boolean {
  const centre = quadCentre(box);
  return lines.some((line) => {
    const middle = quadCentre(line.box);
    const direction = quadDirection(line.box);
    return (
      Math.abs(across(centre, middle, direction)) < quadHeight(line.box) * (0.5 + margin) &&
      Math.abs(along(centre, middle, direction)) < quadWidth(line.box) / 2
    );
  });
}

function widen(box: Quad): Quad {
  const height = quadHeight(box);
  const extra = 2 * margin * height;
  return rectangleQuad(quadCentre(box), quadDirection(box), quadWidth(box) + extra, height + extra);
}

/** Marks that belong to no letter cross letters out or pile up on them, and no comparison sees them. */
function withoutOverlays(text: string): string {
  return text.normalize('NFC').replace(/\p{M}/gu, '');
}

/**
 * Letters and digits of every script without marks, because the recogniser is worst at marks. A letter that it does not know counts as one
 * that it did not see: a file can have words of another script that its page does not show.
 */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** 1 minus the share of characters to change, insert or remove (Levenshtein, 1966); 0 for an empty line. */
function likenessOf(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  let previous = Uint16Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = new Uint16Array(b.length + 1);
    current[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current[j] = Math.min(change, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
    }
    previous = current;
  }
  return 1 - (previous[b.length] ?? 0) / Math.max(a.length, b.length);
}
