import type { FieldForm, KindField } from '../../../domain/document-kinds/document-kind.ts';
import { isDateAlone, type LineRole } from './find-value-lines.ts';
import { heightOf, type PlacedLine } from './page-layout.ts';
import { squeezeText } from './squeeze-text.ts';

/** Forms whose values have several words. Two numbers or sexes next to each other are two values. */
const formsOfWords: readonly FieldForm[] = ['date', 'name', 'country', 'text'];
/** In heights of a line: the space between two words. Columns of a form are further apart. */
const widestSpace = 0.7;
/** In heights of a line: by so much the boxes of two neighbours may overlap. */
const mostOverlap = 0.7;
/** In heights of a line: the caption of a value is right above it and begins where it does. */
const farthestCaption = 1.2;
const mostIndent = 1;

const fewestCharacters = 2;

/** A line of a value, and the printed line that it begins with. */
interface Row {
  line: PlacedLine;
  first: PlacedLine;
}

/**
 * The lines of a value, each with the words that were recognised as separate texts to its right (`20`, `MAY`, `95`). A text below
 * its own caption is another value.
 */
export function rowsOfValue(
  found: readonly PlacedLine[],
  field: KindField,
  { lines, roleOf }: { lines: readonly PlacedLine[]; roleOf: (line: PlacedLine) => LineRole },
): Row[] {
  if (!formsOfWords.includes(field.form)) return found.map((line) => ({ line, first: line }));
  return found.map((first) => {
    let line = first;
    for (;;) {
      // A whole date is the whole value. The words behind it are a place.
      if (field.form === 'date' && isDateAlone(line.text)) return { line, first };
      const next = lines.find((other) => !found.includes(other) && follows(line, other) && roleOf(other) === 'value');
      if (next === undefined || hasOwnCaption(next, first, { lines, roleOf })) return { line, first };
      line = joined(line, next);
    }
  });
}

function follows(line: PlacedLine, other: PlacedLine): boolean {
  // A sign may say that there is no value, and a single letter may be a speck.
  if (line.squeezed.text === '' || other.squeezed.text.length < fewestCharacters) return false;
  const [less, more] = [heightOf(line), heightOf(other)].sort((one, two) => one - two);
  const overlap = Math.min(line.bottom, other.bottom) - Math.max(line.top, other.top);
  const gap = other.left - line.right;
  const isOnRow = overlap > 0.6 * (less ?? 1) && (less ?? 1) > 0.6 * (more ?? 1);
  return isOnRow && other.right > line.right && gap > -mostOverlap * (less ?? 1) && gap < widestSpace * (less ?? 1);
}

/** Whether a label is right above this text that is not above the beginning of the row. */
function hasOwnCaption(
  line: PlacedLine,
  first: PlacedLine,
  { lines, roleOf }: { lines: readonly PlacedLine[]; roleOf: (line: PlacedLine) => LineRole },
): boolean {
  const height = heightOf(line);
  return lines.some((other) => {
    const gap = line.top - other.bottom;
    const isAbove = gap > -0.5 * height && gap < farthestCaption * height && other.top < line.top;
    const isItsOwn = Math.abs(other.left - line.left) < mostIndent * height && other.left > first.left + height;
    return isAbove && isItsOwn && roleOf(other) !== 'value';
  });
}

function joined(line: PlacedLine, next: PlacedLine): PlacedLine {
  const text = `${line.text} ${next.text}`;
  const isAgreed = line.agreed === true && next.agreed === true;
  const isDisputed = line.agreed === false || next.agreed === false;
  return {
    ...line,
    text,
    squeezed: squeezeText(text),
    confidence: Math.min(line.confidence, next.confidence),
    agreed: isDisputed ? false : isAgreed ? true : undefined,
    agreedFrom: undefined,
    agreedStart: undefined,
    readOtherwise: undefined,
    native: undefined,
    right: next.right,
    top: Math.min(line.top, next.top),
    bottom: Math.max(line.bottom, next.bottom),
    boxes: [...line.boxes, ...next.boxes],
  };
}
