import type { DocumentKind } from '../../../domain/document-kinds/document-kind.ts';
import { charactersOfShape } from '../../../domain/document-kinds/number-shape.ts';
import { findPrintedDates } from '../../../domain/printed-dates/find-printed-dates.ts';
import { partOfBoxes, type PlacedLine } from './page-layout.ts';
import { squeezeText } from './squeeze-text.ts';

/**
 * Recognisers drop the space between a number and the date to its right (`BAA0005890101 2025`). If the kind knows the number's shape and
 * the rest is a date, the line is two lines.
 */
export function partGluedLines(lines: readonly PlacedLine[], kind: DocumentKind, today: Date): PlacedLine[] {
  const shapes = kind.fields.flatMap(({ form, shape }) =>
    form === 'number' && shape !== null ? [patternOf(shape)] : [],
  );
  return lines.flatMap((line) => {
    for (const shape of shapes) {
      const [number] = shape.exec(line.text) ?? [];
      if (number === undefined) continue;
      const rest = line.text.slice(number.length);
      const [date] = findPrintedDates(rest.trim(), kind, today);
      if (date?.start === 0 && date.end === rest.trim().length) return partAt(line, number.length);
    }
    return [line];
  });
}

/** The shape at the start of a text that continues with digits. */
function patternOf(shape: string): RegExp {
  const parts = Array.from(shape, (symbol) => {
    const characters = charactersOfShape[symbol];
    return characters === undefined ? '[ .-]?' : `[${characters}]`;
  });
  return new RegExp(`^${parts.join('')}(?=\\d)`);
}

/** Each part takes its share of the line's width. */
function partAt(line: PlacedLine, length: number): PlacedLine[] {
  const share = length / line.text.length;
  const middle = line.left + (line.right - line.left) * share;
  const [one, other] = [line.text.slice(0, length), line.text.slice(length).trim()];
  const whole = { ...line, agreedFrom: undefined };
  return [
    { ...whole, text: one, squeezed: squeezeText(one), right: middle, boxes: partOfBoxes(line, 0, share) },
    { ...whole, text: other, squeezed: squeezeText(other), left: middle, boxes: partOfBoxes(line, share, 1) },
  ];
}
