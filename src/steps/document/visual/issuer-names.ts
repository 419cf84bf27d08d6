import type { KindField } from '../../../domain/document-kinds/document-kind.ts';
import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import type { LabelFinding } from './find-labels.ts';
import { findValueLines } from './find-value-lines.ts';
import type { PlacedLine } from './page-layout.ts';
import { placeOf } from './read-at-label.ts';

type Findings = ReadonlyMap<PlacedLine, readonly LabelFinding[]>;

/** Banks and authorities are often called as their label is: `Banco Caerphilly` behind `Bank`, `COMUNE DI MILANO` under `Comune di`. */
const namedAfterLabels: readonly DocumentFieldName[] = ['issuer', 'issuingAuthority'];

/**
 * Whether a line that begins with a label of the field may be its value. Captions below each other have small letters; on the label's own row
 * there is no second caption.
 */
export function isNamedAfterLabel(
  field: KindField,
  line: PlacedLine,
  { fields, start, rest, followsOtherName }: LabelFinding,
): boolean {
  if (!namedAfterLabels.includes(field.name) || !fields.includes(field)) return false;
  if (start > 0 || rest === '' || followsOtherName) return false;
  return field.place === 'right' || !/\p{Ll}/u.test(line.text);
}

/** A label with the next label on its line as the beginning of the value: `Banque Banco Caerphilly`. Any other label stays as it is. */
export function withOtherLabelAsValue(
  { name, place }: KindField,
  own: LabelFinding,
  { line: { squeezed }, all }: { line: PlacedLine; all: readonly LabelFinding[] },
): LabelFinding {
  const next = all[all.indexOf(own) + 1];
  if (next === undefined || own.rest !== '' || next.rest === '' || next.start !== own.end) return own;
  const isSame = next.fields.some((field) => own.fields.includes(field));
  if (!isSame || next.followsStroke || place !== 'right' || !namedAfterLabels.includes(name)) return own;
  const restAt = squeezed.at[next.start] ?? next.restAt;
  return { ...own, rest: squeezed.printed.slice(restAt, next.restAt + next.rest.length), restAt };
}

/**
 * Whether the label and the text after it could also be the value of another label of the field, before it on its line or to the left: a
 * bank's name may begin with `Bank`.
 */
export function isValueOfOtherLabel(
  label: LabelFinding,
  line: PlacedLine,
  field: KindField,
  { lines, findings }: { lines: readonly PlacedLine[]; findings: Findings },
): boolean {
  if (label.rest === '' || label.followsStroke) return false;
  return lines.some((other) =>
    (findings.get(other) ?? []).some((finding) => {
      if (finding === label || finding.rest !== '' || !finding.fields.includes(field)) return false;
      if (other === line) return finding.end === label.start;
      return findValueLines(placeOf(other, finding), 'right', 1, lines, () => 'value').includes(line);
    }),
  );
}

/**
 * The mark of a document may also be the authority's name: on the label's own row it is not a title (`4c. DVLA`), and elsewhere it is one if
 * the page has the title itself as well (`MINISTERO DELL'INTERNO` on Italian cards).
 */
export function mayBeNamedByTitle(
  { name, place }: KindField,
  line: PlacedLine,
  titles: ReadonlySet<PlacedLine>,
): boolean {
  const isPrintedTwice = () =>
    Array.from(titles).some((title) => title !== line && title.squeezed.text === line.squeezed.text);
  return name === 'issuingAuthority' && (place === 'right' || isPrintedTwice());
}
