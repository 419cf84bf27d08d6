import type { KindField } from '../../../domain/document-kinds/document-kind.ts';
import { getNationalRule } from '../../../domain/national-numbers/index.ts';
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
