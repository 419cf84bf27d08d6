import type { DocumentKind } from '../../../domain/document-kinds/document-kind.ts';
import { charactersOfShape } from '../../../domain/document-kinds/number-shape.ts';
import { findPrintedDates } from '../../../domain/printed-dates/find-printed-dates.ts';
import { partOfBoxes, type PlacedLine } from './page-layout.ts';
import { squeezeText } from './squeeze-text.ts';

/** The first name of a card and the second one with its number. Neither has another number or a full stop. */
const namesOfRow = /^([^\d.]*\p{L}{2}[^\d.]*\s)2\.\s*\p{L}[^\d.]+$/u;

/**
 * Recognisers drop the space between a number and the date to its right (`BAA0005890101 2025`). If the kind knows the number's shape and
 * the rest is a date, the line is two lines. So are both names of a row that were recognised as one, without the first one's number
 * (`ŠTÚR 2. ŠTEFAN`), if the kind numbers its names.
 */
export function partGluedLines(lines: readonly PlacedLine[], kind: DocumentKind, today: Date): PlacedLine[] {
  const shapes = kind.fields.flatMap(({ form, shape }) =>
    form === 'number' && shape !== null ? [patternOf(shape)] : [],
  );
  const isNumbered = ['1.', '2.'].every((number) =>
    kind.fields.some(({ form, labels }) => form === 'name' && labels.includes(number)),
  );
  return lines.flatMap((line) => {
    const first = isNumbered ? namesOfRow.exec(line.text)?.[1] : undefined;
    if (first !== undefined) return partAt(line, first.length);
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

/** The shape at the start of a text that continues with digits, or behind a space with a date and its signs, which no number has. */
function patternOf(shape: string): RegExp {
  const parts = Array.from(shape, (symbol) => {
    const characters = charactersOfShape[symbol];
    return characters === undefined ? '[ .-]?' : `[${characters}]`;
  });
  return new RegExp(`^${parts.join('')}(?=\\d|\\s\\d{2}([./-])\\d{2}\\1\\d{4}\\s*$)`);
}

/** Each part takes its share of the line's width. */
function partAt(line: PlacedLine, length: number): PlacedLine[] {
  const share = length / line.text.length;
  const middle = line.left + (line.right - line.left) * share;
  const [one, other] = [line.text.slice(0, length).trim(), line.text.slice(length).trim()];
  const whole = { ...line, agreedFrom: undefined, agreedStart: undefined, readOtherwise: undefined, native: undefined };
  return [
    { ...whole, text: one, squeezed: squeezeText(one), right: middle, boxes: partOfBoxes(line, 0, share) },
    { ...whole, text: other, squeezed: squeezeText(other), left: middle, boxes: partOfBoxes(line, share, 1) },
  ];
}
