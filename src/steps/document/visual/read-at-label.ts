import type { DocumentKind, KindField } from '../../../domain/document-kinds/document-kind.ts';
import type { LabelFinding } from './find-labels.ts';
import { continueInline, findValueLines, isDateAlone, type LabelPlace, type LineRole } from './find-value-lines.ts';
import { matchBothReadings } from './match-shape.ts';
import { latinLinesOf } from './native-names.ts';
import { goesOn, partOfBoxes, type PlacedLine } from './page-layout.ts';
import { withPostalCode } from './parse-address.ts';
import { partNames } from './part-names.ts';
import { partOfField, partOfWholeName } from './part-shared-lines.ts';
import { namesOfPlaces, parseValue, type ParsedValue } from './parse-value.ts';
import { rowsOfValue } from './row-of-value.ts';
import { squeezeText } from './squeeze-text.ts';
import type { VisualField } from './visual-field.ts';

/** Tries the places where a value may be, the kind's own first. */
export function readAtLabel(
  field: KindField,
  finding: LabelFinding,
  label: LabelPlace,
  {
    lines,
    roleOf,
    sharing,
    isWholeName = false,
  }: {
    lines: readonly PlacedLine[];
    roleOf: (line: PlacedLine) => LineRole;
    sharing: readonly KindField[];
    /** A label of the caption has both names. */
    isWholeName?: boolean;
  },
  kind: DocumentKind,
  today: Date,
): (ParsedValue & Pick<VisualField, 'confidence' | 'agreed' | 'isReadTwice' | 'lines' | 'readFrom'>) | null {
  // Another label in the caption of a whole name (`Surname, Given names/Nombres`) is no label of one of them.
  const ownFields = isWholeName ? sharing : finding.fields;
  const read = (found: readonly PlacedLine[]) => {
    const rows = rowsOfValue(found, field, { lines, roleOf });
    const firsts = new Map(rows.map(({ line, first }) => [line, first]));
    const whole = rows.map(({ line }) => line);
    const printed = isInTwoScripts(field) ? latinLinesOf(whole, field.name === 'givenNames') : whole;
    const shared = partOfWholeName(printed, field, sharing) ?? partOfField(printed, field, ownFields, kind);
    const own = partNames(shared, field.name);
    const parsed = parseValue(
      own.map((line) => (field.form === 'address' ? withPostalCode(line, kind.country) : line.text)),
      field,
      kind,
      today,
    );
    const both = parsed && (readBothWays(own, field) ?? (isDateReadTwice(own, parsed, field) ? {} : null));
    return (
      parsed && {
        ...parsed,
        ...both,
        confidence: Math.min(...shared.map(({ confidence }) => confidence)),
        agreed: both !== null || shared.every(({ agreed }) => agreed !== false),
        isReadTwice: both !== null || shared.every(({ agreed }) => agreed === true),
        // A text that continues a row may be something else: only the first one is taken.
        lines: own.map((line) => firsts.get(line) ?? line).filter((line) => lines.includes(line)),
        readFrom: own,
      }
    );
  };
  const most = field.mostLines;
  const below = () => read(findValueLines(label, 'below', most, lines, roleOf));
  const right = () => {
    const found = findValueLines(label, 'right', most, lines, roleOf);
    return read(found) ?? readBehindDate(found[0]);
  };
  /** A place that shares its label with a date may be a text of its row (`3. 24.11.1972` and `NITRA`). */
  const readBehindDate = (date: PlacedLine | undefined) => {
    if (date === undefined || !namesOfPlaces.includes(field.name) || !isDateAlone(date.text)) return null;
    const [behind] = lines
      .filter((line) => /\p{L}/u.test(line.text) && line.left > date.left && goesOn(date, line))
      .sort((one, other) => one.left - other.left);
    return behind !== undefined && roleOf(behind) === 'value' ? read([behind]) : null;
  };
  const inline = () => {
    if (finding.rest === '') return null;
    const { agreed, agreedFrom = Infinity } = label.line;
    const first = {
      ...label.line,
      text: finding.rest,
      boxes: boxesAfter(label.line, finding),
      agreed: agreed === false && finding.restAt >= agreedFrom ? true : agreed,
      agreedFrom: Math.max(0, agreedFrom - finding.restAt),
    };
    const more = continueInline(label, most - 1, lines, roleOf);
    return read(field.form === 'address' || field.form === 'name' ? [first, ...more] : [first]);
  };
  switch (field.place) {
    case 'above':
      return read(findValueLines(label, 'above', most, lines, roleOf));
    case 'right':
      return inline() ?? right() ?? below();
    case 'anywhere':
    case 'below':
      return below() ?? (provesItself(field) ? (inline() ?? right()) : null);
  }
}

/** Whether both readers read the date as it is, on a line on which they differ behind it. */
function isDateReadTwice([line, ...more]: readonly PlacedLine[], { value }: ParsedValue, { form }: KindField): boolean {
  const start = line?.agreedStart;
  if (form !== 'date' || start === undefined || more.length > 0) return false;
  const at = start.indexOf(value);
  return at >= 0 && !/\d/.test(start.charAt(at - 1));
}

/** A number that one reader has with a letter and the other with a digit, if its shape makes one number of both readings. */
function readBothWays([line, ...more]: readonly PlacedLine[], { form, shape }: KindField): ParsedValue | null {
  if (form !== 'number' || shape === null || line === undefined || more.length > 0) return null;
  const found = matchBothReadings(line, shape);
  return found && { value: found.printed, normalisedValue: found.value, repaired: found.repairs > 0 };
}

/** Documents in Greek and Cyrillic print the holder's names and the names of places twice. */
function isInTwoScripts({ form, name }: KindField): boolean {
  return form === 'name' || namesOfPlaces.includes(name);
}

/** A name may be any text, so it is only taken from where the kind prints it. A date or number proves itself. */
export function provesItself({ form }: KindField): boolean {
  return ['date', 'number', 'sex', 'year-range'].includes(form);
}

/** The label's own part of its line, as wide as its share of the characters; its name in another language is part of it. */
export function placeOf(line: PlacedLine, { start, end, followsOtherName }: LabelFinding): LabelPlace {
  const length = Math.max(1, line.squeezed.text.length);
  const width = line.right - line.left;
  const left = followsOtherName ? line.left : line.left + (width * start) / length;
  return { line, left, right: line.left + (width * end) / length };
}

/** The part of the line after a label, as wide as its share of the characters. */
function boxesAfter(line: PlacedLine, { end, rest }: LabelFinding): PlacedLine['boxes'] {
  const length = Math.max(1, line.squeezed.text.length);
  return partOfBoxes(line, end / length, Math.min(1, (end + squeezeText(rest).text.length) / length));
}
