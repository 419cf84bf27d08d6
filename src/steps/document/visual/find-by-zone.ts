import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import type { DocumentKind, KindField } from '../../../domain/document-kinds/document-kind.ts';
import { findPrintedDates } from '../../../domain/printed-dates/find-printed-dates.ts';
import { findShortDate } from '../../../domain/printed-dates/find-short-date.ts';
import { isTransliteration } from '../names-agree.ts';
import { namesNothingElse } from '../print/find-country.ts';
import { goesOn, type PlacedLine } from './page-layout.ts';
import { namesInParts, partOfLine } from './part-of-line.ts';
import { parseValue, type ParsedValue } from './parse-value.ts';
import type { VisualField, VisualPage } from './visual-field.ts';
import { squeezeText } from './squeeze-text.ts';

/** What the zone says for a field: its letters, and its normalised value. */
export interface ZoneWord {
  name: DocumentFieldName;
  value: string;
  normalisedValue: string;
}

/** A shorter number occurs elsewhere by chance. */
const shortestNumber = 6;
/** A letter for the sex, perhaps in two languages. */
const longestSex = 5;

/**
 * Finds values whose labels could not be read, by what the machine-readable zone says. Labels are the smallest print of a page and the
 * first to get lost in a small picture. Such a value never contradicts the zone, because only the zone's word is looked for; it tells how
 * the page spells the word. If the page has it in two places with different spellings, neither is taken. Where the zone repeats one of
 * several printed values, its word is looked for whatever the labels say.
 */
export function findByZone(
  zone: readonly ZoneWord[],
  kind: DocumentKind,
  { pages, found, areNamesCut }: { pages: readonly VisualPage[]; found: readonly VisualField[]; areNamesCut: boolean },
  today: Date,
): VisualField[] {
  return zone.flatMap((word): VisualField[] => {
    const fields = kind.fields.filter(({ name }) => name === word.name);
    const [field, ...others] = fields;
    if (field === undefined || others.length > 0) return [];
    if (!field.isOneOfSeveral && found.some((known) => known.field === field)) return [];
    const taken = new Set(found.flatMap((known) => (known.field === field ? [] : known.lines)));
    const matchesOf = (parse: (line: PlacedLine, lines: readonly PlacedLine[]) => ParsedValue | null) =>
      pages.flatMap(({ side, lines }) =>
        lines.flatMap((line): VisualField[] => {
          if (taken.has(line)) return [];
          const parsed = parse(line, lines);
          return parsed === null ? [] : [{ ...parsed, ...readingOf(line), field, side, isFoundByZone: true }];
        }),
      );
    const whole = matchesOf((line, lines) => parseAs(word, field, kind, { line, lines, areNamesCut, today }));
    const matches =
      whole.length > 0 ? whole : matchesOf((line) => parsePart(word, field, kind, { line, zone, areNamesCut, today }));
    const [first] = matches;
    return first !== undefined && matches.every(({ value }) => value === first.value) ? [first] : [];
  });
}

/** The part of a line that is the zone's name, or null: a line may have both names, one name in two scripts, or its label. */
function parsePart(
  word: ZoneWord,
  field: KindField,
  kind: DocumentKind,
  {
    line,
    zone,
    areNamesCut,
    today,
  }: { line: PlacedLine; zone: readonly ZoneWord[]; areNamesCut: boolean; today: Date },
): ParsedValue | null {
  if (field.form !== 'name') return null;
  const other = zone.find(({ name }) => namesInParts.includes(name) && name !== word.name)?.value ?? null;
  const part = partOfLine(line.text, { own: word.value, other, areNamesCut });
  return part === null ? null : parseValue([part], field, kind, today);
}

function readingOf(line: PlacedLine) {
  return {
    confidence: line.confidence,
    agreed: line.agreed !== false,
    isReadTwice: line.agreed === true,
    ambiguous: false,
    lines: [line],
    readFrom: [line],
  };
}

/** The whole line as the value that the zone says, or null if it is another value. */
function parseAs(
  { value, normalisedValue }: ZoneWord,
  field: KindField,
  kind: DocumentKind,
  {
    line,
    lines,
    areNamesCut,
    today,
  }: { line: PlacedLine; lines: readonly PlacedLine[]; areNamesCut: boolean; today: Date },
): ParsedValue | null {
  switch (field.form) {
    case 'name':
      // A name that the zone has cut continues, but not in a line with both names.
      return isTransliteration(value, line.text, areNamesCut && !line.text.includes(','))
        ? parseValue([line.text], field, kind, today)
        : null;
    case 'country':
      return namesNothingElse(line.text, { country: normalisedValue, code: value, languages: kind.languages })
        ? parseValue([line.text], field, kind, today)
        : null;
    case 'number':
      return normalisedValue.length >= shortestNumber && line.squeezed.text === squeezeText(normalisedValue).text
        ? { value: line.text.trim(), normalisedValue, repaired: false }
        : null;
    case 'sex': {
      const parsed = line.text.trim().length <= longestSex ? parseValue([line.text], field, kind, today) : null;
      return parsed?.normalisedValue === normalisedValue ? parsed : null;
    }
    case 'date':
      return parseDate(line, lines, normalisedValue, kind, today);
    default:
      return null;
  }
}

function parseDate(
  line: PlacedLine,
  lines: readonly PlacedLine[],
  iso: string,
  kind: DocumentKind,
  today: Date,
): ParsedValue | null {
  const year = lines.find((other) => /^\d{4}$/.test(other.text.trim()) && goesOn(line, other));
  const texts = [line.text, ...(year === undefined ? [] : [`${line.text} ${year.text}`])];
  for (const text of texts) {
    const date = findPrintedDates(text, kind, today).find((candidate) => candidate.iso === iso);
    if (date !== undefined)
      return { value: text.slice(date.start, date.end).trim(), normalisedValue: iso, repaired: false };
    if (findShortDate(text, today) === iso) return { value: text.trim(), normalisedValue: iso, repaired: false };
  }
  return null;
}
