import type { PdfTextLine } from './pdf-messages.ts';

/** A character with its box in pixels of the drawn page; spaces and line ends have none. */
export interface PdfCharacter {
  character: string;
  box: { left: number; top: number; right: number; bottom: number } | null;
}

/** Words that are further apart than this many line heights are in different columns. */
const columnGap = 2;
/** The share of the smaller height by which two characters of one line overlap. */
const leastOverlap = 0.3;
const mostLines = 400;
/** Controls, among them those that turn the direction of a text, and characters without a form: no page shows them. */
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Groups characters in the file's order into printed lines, split where the line ends, drops or leaves a gap as wide as a column's. */
export function toTextLines(characters: readonly PdfCharacter[]): PdfTextLine[] {
  const lines: PdfTextLine[] = [];
  let line: PdfTextLine | null = null;
  let spaced = false;
  for (const { character, box } of characters) {
    if (character === '\n' || character === '\r') line = null;
    else if (invisible.test(character)) continue;
    else if (box === null || character.trim() === '') spaced = true;
    else if (line !== null && continues(line, box)) {
      line.text += spaced ? ` ${character}` : character;
      line.left = Math.min(line.left, box.left);
      line.right = Math.max(line.right, box.right);
      line.top = Math.min(line.top, box.top);
      line.bottom = Math.max(line.bottom, box.bottom);
      spaced = false;
    } else {
      if (lines.length === mostLines) return lines;
      line = { text: character, ...box };
      lines.push(line);
      spaced = false;
    }
  }
  return lines;
}

function continues(line: PdfTextLine, box: NonNullable<PdfCharacter['box']>): boolean {
  const height = line.bottom - line.top;
  const shared = Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top);
  if (shared < leastOverlap * Math.min(height, box.bottom - box.top)) return false;
  const gap = box.left - line.right;
  return gap < columnGap * height && gap > -columnGap * height;
}
