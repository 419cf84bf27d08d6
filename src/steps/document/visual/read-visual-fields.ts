import type { DocumentKind, KindField } from '../../../domain/document-kinds/document-kind.ts';
import { findByOwnForm, findByPostalCode, findByShape } from './find-by-shape.ts';
import { findLabels, labelsOf, resemblesLabels, type Label, type LabelFinding } from './find-labels.ts';
import { findLabelsToTheLeft, findTextsBehindDates, findUnnumberedLine } from './labels-to-the-left.ts';
import { continueInline, type LineRole } from './find-value-lines.ts';
import { latinLinesOf } from './native-names.ts';
import { isNamedAfterLabel, isValueOfOtherLabel, mayBeNamedByTitle, withOtherLabelAsValue } from './issuer-names.ts';
import type { PlacedLine } from './page-layout.ts';
import { parseValue, type ParsedValue } from './parse-value.ts';
import { placeOf, provesItself, readAtLabel } from './read-at-label.ts';
import { squeezeText } from './squeeze-text.ts';
import { doubtPieces, sheetOf } from '../print/values-of-one-sheet.ts';
import type { VisualField, VisualPage } from './visual-field.ts';

/** Reads all labelled fields of a kind from its pages, each on its own side first. */
export function readVisualFields(kind: DocumentKind, pages: readonly VisualPage[], today: Date): VisualField[] {
  const labelled = pages.map((page) => labelPage(page, kind));
  const found = kind.fields.flatMap((field) => {
    const own = labelled.filter(({ page }) => page.side === null || page.side === field.side);
    const other = labelled.filter((candidate) => !own.includes(candidate));
    return (
      readField(field, own, kind, today) ??
      readField(field, other, kind, today) ??
      readUnnumbered(field, own, kind, today) ??
      findByPostalCode(field, kind, own.map(freeLinesOf)) ??
      findByOwnForm(
        field,
        labelled.map(({ page }) => page),
      ) ??
      []
    );
  });
  return doubtPieces(found).map((value) => ({
    ...value,
    ambiguous: value.ambiguous || found.some((other) => claimsSame(value, other)),
  }));
}

/** A printed line is the value of one label: if two claim it, the value of one of them is elsewhere and was not read. */
function claimsSame(one: VisualField, other: VisualField): boolean {
  if (one.field === other.field || one.field.labels.some((label) => other.field.labels.includes(label))) return false;
  return one.lines.some((line) => other.lines.includes(line));
}

interface LabelledPage {
  page: VisualPage;
  /** Lines that say what the document is. They are not values. */
  titles: ReadonlySet<PlacedLine>;
  findings: ReadonlyMap<PlacedLine, readonly LabelFinding[]>;
  /** Lines of labels with too many wrong letters to be one of `findings`. */
  misread: ReadonlySet<PlacedLine>;
  /** Lines whose own label was recognised as a separate text to their left, or before the date that is to their left. */
  labelledToTheLeft: ReadonlyMap<PlacedLine, readonly KindField[]>;
}

/** A page with what may be a value without a label. */
function freeLinesOf({ page, titles, findings, labelledToTheLeft }: LabelledPage) {
  const isFree = (line: PlacedLine) =>
    !titles.has(line) && !labelledToTheLeft.has(line) && (findings.get(line) ?? []).length === 0;
  return { ...page, isFree };
}

/** A field with what supports this place for it. */
interface Candidate extends VisualField {
  errors: number;
  labelLength: number;
}

function labelPage(page: VisualPage, kind: DocumentKind): LabelledPage {
  const labels = labelsOf(kind);
  const marks = new Set(Object.values(kind.marks).flatMap((words) => words.map((word) => squeezeText(word).text)));
  const titles = new Set(page.lines.filter(({ squeezed }) => marks.has(squeezed.text)));
  const findings = page.lines.map((line) => {
    const found = findLabels(line.squeezed, labels);
    // A title may begin with a label's word (`Bank statement`); only the whole title can be a label, too.
    const counts = !titles.has(line) || found.some(({ start, end }) => end - start === line.squeezed.text.length);
    return [line, counts ? found : []] as const;
  });
  const byLine = new Map(findings);
  const misread = new Set(
    findings.flatMap(([line, own]) => (own.length === 0 && isCaption(line, labels) ? [line] : [])),
  );
  const numbered = findLabelsToTheLeft(page.lines, byLine);
  const labelledToTheLeft = new Map([...findTextsBehindDates(page.lines, byLine, numbered), ...numbered]);
  return { page, titles, findings: byLine, misread, labelledToTheLeft };
}

/** Whether a line is a misread label, perhaps behind its name in another script, of which a recogniser makes anything. */
function isCaption({ squeezed, text }: PlacedLine, labels: readonly Label[]): boolean {
  const ending = squeezeText(text.slice(text.lastIndexOf('/') + 1));
  return resemblesLabels(squeezed, labels) || resemblesLabels(ending, labels);
}

/** A first field of which only the number was not recognised. */
function readUnnumbered(
  field: KindField,
  pages: readonly LabelledPage[],
  kind: DocumentKind,
  today: Date,
): VisualField | null {
  const [found, ...others] = pages.flatMap(({ page, findings, titles, labelledToTheLeft }) => {
    const line = findUnnumberedLine(field, kind.fields, { lines: page.lines, findings, titles });
    if (line === null) return [];
    const isLabelled = (other: PlacedLine) =>
      labelledToTheLeft.has(other) || (findings.get(other) ?? []).some(({ start }) => start < 3);
    const roleOf = (other: PlacedLine) => (isLabelled(other) ? 'other' : 'value');
    // A name in the country's script has its Latin one below it.
    const place = { line, left: line.left, right: line.right };
    const below = line.native === undefined ? [] : continueInline(place, field.mostLines - 1, page.lines, roleOf);
    return [{ line, below, side: page.side }];
  });
  if (found === undefined || others.length > 0) return null;
  const { side, below } = found;
  const printed = field.form === 'name' ? latinLinesOf([found.line, ...below], field.name === 'givenNames') : [];
  const [line = found.line] = printed;
  const parsed = parseValue([line.text], field, kind, today);
  if (parsed === null) return null;
  const { confidence } = line;
  // Of several lines, which may be two names, only the first one is read.
  const agreed = printed.length > 1 ? false : line.agreed;
  const isReadTwice = agreed === true;
  return {
    ...parsed,
    field,
    side,
    confidence,
    agreed: agreed !== false,
    isReadTwice,
    ambiguous: false,
    lines: [found.line, ...below],
    readFrom: [found.line, ...below],
  };
}

function readField(
  field: KindField,
  pages: readonly LabelledPage[],
  kind: DocumentKind,
  today: Date,
): VisualField | null {
  if (field.place === 'anywhere')
    return findByShape(
      field,
      pages.map(({ page }) => page),
    );
  const candidates = pages
    .flatMap((page) => candidatesOf(field, page, kind, today))
    .sort(
      (one, other) =>
        Number(one.ambiguous) - Number(other.ambiguous) ||
        one.errors - other.errors ||
        other.labelLength - one.labelLength,
    );
  const [best] = candidates;
  if (best === undefined) return null;
  const rivals = candidates.filter(
    ({ errors, labelLength }) => errors === best.errors && labelLength === best.labelLength,
  );
  const meaning = (value: ParsedValue) => value.normalisedValue ?? value.value;
  const isPrintedOtherwise = rivals.some((rival) => meaning(rival) !== meaning(best));
  const alike = candidates.filter((candidate) => meaning(candidate) === meaning(best));
  return {
    ...best,
    sheets: [...new Set(alike.flatMap(sheetOf))],
    ambiguous: candidates.some(({ ambiguous }) => ambiguous) || isPrintedOtherwise,
    ...(isPrintedOtherwise && { isPrintedOtherwise }),
  };
}

function candidatesOf(
  field: KindField,
  { page, titles, findings, misread, labelledToTheLeft }: LabelledPage,
  kind: DocumentKind,
  today: Date,
): Candidate[] {
  const isNoValue = (line: PlacedLine) =>
    misread.has(line) || (titles.has(line) && !mayBeNamedByTitle(field, line, titles));
  const roleOf = (line: PlacedLine): LineRole => {
    // A speck that was taken for a sign does not hide a date or number. In place of a text, a dash may mean that there is none.
    if (line.squeezed.text === '' && provesItself(field)) return 'same-label';
    const [label] = (findings.get(line) ?? []).filter(({ start, followsOtherName }) => start < 3 || followsOtherName);
    if (labelledToTheLeft.get(line)?.includes(field) === false) return 'other';
    if (label === undefined || isNamedAfterLabel(field, line, label)) return isNoValue(line) ? 'other' : 'value';
    return label.fields.includes(field) && label.rest === '' ? 'same-label' : 'other';
  };
  return page.lines.flatMap((line) =>
    (findings.get(line) ?? [])
      .filter(({ fields }) => fields.includes(field))
      .flatMap((finding) => {
        // A caption may list both names: `Name (Surname, Given names)`.
        const sharing = (findings.get(line) ?? []).flatMap((other) => other.fields);
        const isWholeName = (findings.get(line) ?? []).some(hasBothNames);
        const printed = { lines: page.lines, roleOf, sharing, isWholeName };
        const place = placeOf(line, captionOf(field, finding, findings.get(line) ?? []));
        const own = withOtherLabelAsValue(field, finding, { line, all: findings.get(line) ?? [] });
        const read = readAtLabel(field, own, place, printed, kind, today);
        if (read === null) return [];
        return [
          {
            ...read,
            field,
            side: page.side,
            ambiguous: isValueOfOtherLabel(finding, line, field, { lines: page.lines, findings }),
            errors: finding.errors,
            labelLength: finding.end - finding.start,
          },
        ];
      }),
  );
}

/**
 * `Given names/Prénoms`: a value is under its whole caption, which says the field in one language after the other. `[a] Name [b]
 * Geburtsname`: the name at birth is on the lines under both labels, after its mark.
 */
function captionOf(field: KindField, own: LabelFinding, all: readonly LabelFinding[]): LabelFinding {
  const family = field.name === 'birthName' ? all.find(({ fields }) => fields.some(isFamilyName)) : undefined;
  if (family !== undefined) return { ...own, start: family.start };
  const at = all.indexOf(own);
  const others = all.slice(0, Math.max(0, at)).reverse();
  const end = others.findIndex(({ fields, rest }) => rest !== '' || !fields.includes(field));
  const first = others.slice(0, end < 0 ? others.length : end).at(-1);
  return first === undefined
    ? own
    : { ...own, start: first.start, followsOtherName: own.followsOtherName || first.followsOtherName };
}

function hasBothNames({ fields }: LabelFinding): boolean {
  return fields.some(isFamilyName) && fields.some(({ name }) => name === 'givenNames');
}

function isFamilyName({ name }: KindField): boolean {
  return name === 'familyNames';
}
