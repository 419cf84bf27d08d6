import type { KindField } from '../../../domain/document-kinds/document-kind.ts';
import type { LabelFinding } from './find-labels.ts';
import { findValueLines } from './find-value-lines.ts';
import { heightOf, type PlacedLine } from './page-layout.ts';

type Findings = ReadonlyMap<PlacedLine, readonly LabelFinding[]>;

/** In heights of a line: values of one column begin this near to each other. */
const widestIndent = 1;
/** In heights of a line: from the upper row of a value to the next number below it. */
const farthestAbove = 2.2;

/**
 * The lines that have a label to their left, with that label's fields. Numbers are often recognised apart from their values (`3.` and
 * `01.02.1990`), and a line below a name is not its second line if it has its own number.
 */
export function findLabelsToTheLeft(
  lines: readonly PlacedLine[],
  findings: Findings,
): ReadonlyMap<PlacedLine, readonly KindField[]> {
  const owners = new Map<PlacedLine, readonly KindField[]>();
  for (const line of lines) {
    const [label, ...others] = findings.get(line) ?? [];
    if (label === undefined || others.length > 0 || label.start > 0 || label.rest !== '') continue;
    if (label.fields.some(({ place }) => place !== 'right')) continue;
    const place = { line, left: line.left, right: line.right };
    const [value] = findValueLines(place, 'right', 1, lines, (other) =>
      (findings.get(other) ?? []).some(({ start }) => start === 0) ? 'other' : 'value',
    );
    if (value !== undefined) owners.set(value, label.fields);
  }
  return owners;
}

/**
 * The line of a card's first numbered field, if only its number was not recognised: left of the second number or on the row above it,
 * beginning where other values begin. Null if there is no such line, or more than one.
 */
export function findUnnumberedLine(
  field: KindField,
  fields: readonly KindField[],
  { lines, findings, titles }: { lines: readonly PlacedLine[]; findings: Findings; titles: ReadonlySet<PlacedLine> },
): PlacedLine | null {
  const next = fields.find(({ labels }) => labels.includes('2.'));
  if (field.form !== 'name' || next === undefined || !field.labels.includes('1.')) return null;
  const labelOf = (line: PlacedLine) => (findings.get(line) ?? []).find(({ start }) => start === 0);
  const second = lines.filter((line) => labelOf(line)?.fields.includes(next) === true);
  const owned = findLabelsToTheLeft(lines, findings);
  const [label] = second;
  if (label === undefined || second.length > 1) return null;
  const found = lines.filter((line) => {
    if (titles.has(line) || owned.has(line) || labelOf(line) !== undefined || /\d/.test(line.text)) return false;
    const height = heightOf(line);
    const isNumber = line.squeezed.text.length < 2;
    const isOnRow = Math.abs(line.top - label.top) < 0.7 * height && line.right < label.left;
    const isAbove = label.top - line.top > 0 && label.top - line.bottom < farthestAbove * height;
    const isInColumn = [...owned.keys()].some((value) => Math.abs(value.left - line.left) < widestIndent * height);
    return !isNumber && isInColumn && (isOnRow || (isAbove && line.left < label.right + 3 * height));
  });
  const [only, ...others] = found;
  return only !== undefined && others.length === 0 ? only : null;
}
