import type { KindField } from '../../../domain/document-kinds/document-kind.ts';
import { placeOfShape } from '../../../domain/document-kinds/number-shape.ts';
import { getNationalRule, isProvenBy } from '../../../domain/national-numbers/index.ts';
import { matchBothReadings, matchShape } from './match-shape.ts';
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

/** The characters of a number with the signs of its shape. */
function shapeNumber(compact: string, shape: string): string {
  let at = 0;
  return shape.replace(placeOfShape, () => compact.charAt(at++));
}
