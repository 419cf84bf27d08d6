import type { DocumentKind, KindField } from '../../../domain/document-kinds/document-kind.ts';
import { placeOfShape } from '../../../domain/document-kinds/number-shape.ts';
import { getNationalRule, isProvenBy } from '../../../domain/national-numbers/index.ts';
import { matchBothReadings, matchShape } from './match-shape.ts';
import { heightOf, type PlacedLine } from './page-layout.ts';
import { isTownLine } from './parse-address.ts';
import type { VisualField, VisualPage } from './visual-field.ts';

/** A field without a label: the only text of its shape, which must satisfy the field's rule if there is one. */
export function findByShape(field: KindField, pages: readonly VisualPage[]): VisualField | null {
  const { shape, rule } = field;
  if (shape === null) return null;
  const found = pages.flatMap((page) =>
    page.lines.flatMap((line): VisualField[] => {
      const both = matchBothReadings(line, shape);
      const match = both ?? matchShape(line.text, shape);
      const isWhole = match !== null && match.repairs === 0 && match.value.length >= 0.8 * line.squeezed.text.length;
      if (!isWhole || !/\d/.test(match.value) || (rule !== null && !getNationalRule(rule).isValid(match.value)))
        return [];
      return [
        {
          field,
          side: page.side,
          value: match.printed,
          normalisedValue: match.value,
          confidence: line.confidence,
          agreed: both !== null || line.agreed !== false,
          isReadTwice: both !== null || line.agreed === true,
          repaired: false,
          ambiguous: false,
          lines: [line],
          readFrom: [line],
        },
      ];
    }),
  );
  const [only] = found;
  return only !== undefined && found.every(({ normalisedValue }) => normalisedValue === only.normalisedValue)
    ? only
    : null;
}

/** Signs that nothing but numbers of this shape has between its digits. Recognisers drop spaces. */
const sign = /[.-]/;

/**
 * A number whose label was not read (`4d CPE` for `4d CPF`): a line that is nothing but the number with the signs of its shape, if the number
 * satisfies a rule with check digits, both readers read it, and no other number with such signs is on the pages. A second one may be the
 * holder's, so that neither is.
 */
export function findByOwnForm(field: KindField, pages: readonly VisualPage[]): VisualField | null {
  const { shape, rule } = field;
  if (shape === null || rule === null || !sign.test(shape)) return null;
  const lines = pages.flatMap(({ side, lines: printed }) => printed.map((line) => ({ side, line })));
  const alike = lines.flatMap(({ side, line }) => {
    const match = matchShape(line.text, shape);
    return match === null || !sign.test(match.printed) ? [] : [{ side, line, match }];
  });
  const [only, ...others] = alike;
  if (only === undefined || others.length > 0) return null;
  const { side, line, match } = only;
  const isAlone = line.text.trim() === shapeNumber(match.value, shape);
  if (!isAlone || line.agreed !== true || !isProvenBy(getNationalRule(rule), match.value)) return null;
  return {
    field,
    side,
    value: match.printed,
    normalisedValue: match.value,
    confidence: line.confidence,
    agreed: true,
    isReadTwice: true,
    repaired: false,
    ambiguous: false,
    lines: [line],
    readFrom: [line],
  };
}

/** In heights of a line: between the two lines of an address, how exactly they begin below each other, and how far a number is before them. */
const farthestNextLine = 1.1;
const mostIndent = 1;
const farthestNumber = 4;

/**
 * An address of which only the number of its field was not recognised (`8.`), or was read as another one (`28.`): the only line that is a
 * postal code of the country with a town, right below a street with a house number. With a third line above it, which lines are the address
 * is not known.
 */
export function findByPostalCode(
  field: KindField,
  { country }: DocumentKind,
  pages: readonly (VisualPage & { isFree: (line: PlacedLine) => boolean })[],
): VisualField | null {
  const number = field.labels.map((label) => /^\d+/.exec(label)?.[0]).find((digits) => digits !== undefined);
  if (field.form !== 'address' || country === null || number === undefined) return null;
  const misread = new RegExp(`^\\s*\\d?${number}\\.\\s*(?=\\p{L})`, 'u');
  const found = pages.flatMap(({ side, lines, isFree }) => {
    const above = (line: PlacedLine) => lines.filter((other) => isFree(other) && isRightAbove(other, line, misread));
    return lines.flatMap((town) => {
      if (!isFree(town) || !isTownLine(town.text, country)) return [];
      const [street, ...others] = above(town);
      if (street === undefined || others.length > 0 || above(street).length > 0) return [];
      const isIndented = town.left - street.left >= mostIndent * heightOf(town);
      const text = (isIndented ? street.text.replace(misread, '') : street.text).trim();
      return /\p{L}{2}/u.test(text) && /\d/.test(text)
        ? [{ side, lines: [street, town], text: `${text}, ${town.text}` }]
        : [];
    });
  });
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return null;
  return {
    field,
    side: only.side,
    value: only.text,
    normalisedValue: null,
    confidence: Math.min(...only.lines.map(({ confidence }) => confidence)),
    agreed: only.lines.every(({ agreed }) => agreed !== false),
    isReadTwice: only.lines.every(({ agreed }) => agreed === true),
    repaired: false,
    ambiguous: false,
    lines: only.lines,
    readFrom: only.lines,
  };
}

/** Whether a line is right above another one and begins where it does, or before it with a field's number. */
function isRightAbove(line: PlacedLine, below: PlacedLine, numbered: RegExp): boolean {
  const height = Math.max(heightOf(line), heightOf(below));
  const gap = below.top - line.bottom;
  const isNear = gap > -0.5 * height && gap < farthestNextLine * height && line.top < below.top - 0.3 * height;
  const indent = below.left - line.left;
  const isNumbered = indent > 0 && indent < farthestNumber * height && numbered.test(line.text);
  return isNear && (Math.abs(indent) < mostIndent * height || isNumbered);
}

/** The characters of a number with the signs of its shape. */
function shapeNumber(compact: string, shape: string): string {
  let at = 0;
  return shape.replace(placeOfShape, () => compact.charAt(at++));
}
