import type { DocumentKind, KindField } from '../../../domain/document-kinds/document-kind.ts';
import { oncePer, oncePerPair } from '../../../domain/once-per.ts';
import { misreadNumberOf } from './misread-number.ts';
import {
  areErrorsSpread,
  editDistance,
  squeezeText,
  startsWord,
  toleratedErrors,
  type SqueezedText,
} from './squeeze-text.ts';

/** A label of a kind, ready for comparison. */
export interface Label {
  squeezed: string;
  fields: readonly KindField[];
}

/** A label found in a line: its place, and the printed text from its end to the next label or the line's end. */
export interface LabelFinding {
  fields: readonly KindField[];
  /** Positions in the squeezed text. */
  start: number;
  end: number;
  errors: number;
  rest: string;
  /** Where that begins in the printed text. */
  restAt: number;
  /** Whether the field's name in another, unknown language comes before it: `Pavardė/Surname`. */
  followsOtherName: boolean;
  /** Whether a slash separates it from the text before it: `Bank / Banque`. */
  followsStroke: boolean;
}

/**
 * The labels of a kind's fields, longest first; fields that share a label come together. Recognising a document asks for those of every
 * kind of the catalogue.
 */
export const labelsOf = oncePer(({ fields, wholeNameLabels }: DocumentKind): readonly Label[] => {
  const byText = new Map<string, KindField[]>();
  for (const label of wholeNameLabels) {
    const names = fields.filter(({ name }) => name === 'familyNames' || name === 'givenNames');
    byText.set(squeezeText(label).text, names);
  }
  for (const field of fields) {
    if (field.place === 'anywhere') continue;
    for (const label of field.labels) {
      // A label in two languages is often recognised as two, so its parts also count separately.
      const parts = label.split('/').map((part) => squeezeText(part).text);
      const whole = squeezeText(label).text;
      const shortest = field.form === 'sex' ? 3 : 4;
      for (const text of new Set([whole, ...parts.filter((part) => part.length >= shortest)])) {
        const sharing = byText.get(text) ?? [];
        if (!sharing.includes(field)) byText.set(text, [...sharing, field]);
      }
    }
  }
  return [...byText]
    .map(([squeezed, sharing]) => ({ squeezed, fields: sharing }))
    .filter(({ squeezed }) => squeezed !== '')
    .sort((one, other) => other.squeezed.length - one.squeezed.length);
});

/**
 * The labels in a line, from left to right. A few letters may be wrong at the start of the line (after its numbering: `4b`, `(3)`), right
 * after another label, and after the slash behind the name in another language. Elsewhere only a whole word that is exactly the label
 * counts.
 */
export const findLabels = oncePerPair((line: SqueezedText, labels: readonly Label[]): readonly LabelFinding[] => {
  if (heightInMetres.test(line.printed)) return [];
  const findings: Omit<LabelFinding, 'rest' | 'restAt' | 'followsOtherName' | 'followsStroke'>[] = [];
  let position = 0;
  let isFresh = true;
  while (position < line.text.length) {
    const found = labelAt(line, position, isFresh, labels);
    if (found === null) {
      // The numbering is not part of a label, so the next word still counts as the start.
      const isStillFresh: boolean = isFresh && isNumbering(line, position);
      position = nextStart(line, position, labels);
      isFresh = isStillFresh || followsStroke(line, position);
      continue;
    }
    findings.push({ ...found, start: position });
    position = found.end;
    isFresh = true;
  }
  return findings.map((finding, index) => ({
    ...finding,
    ...restAfter(line, finding.end, findings[index + 1]?.start),
    followsOtherName: index === 0 && (followsStroke(line, finding.start) || !startsWord(line, finding.start)),
    followsStroke: followsStroke(line, finding.start),
  }));
});

/** Its first digit is not the number of a field (`1,51 M`). */
const heightInMetres = /^\s*[12][.,]\d{2}\s*m\s*$/i;

function labelAt(
  line: SqueezedText,
  position: number,
  isFresh: boolean,
  labels: readonly Label[],
): { fields: readonly KindField[]; end: number; errors: number } | null {
  for (const { squeezed, fields } of labels) {
    if (squeezed.length === 1 && position > 0 && !isNumberOfField(line, position)) continue;
    const end = position + squeezed.length;
    if (!line.text.startsWith(squeezed, position)) continue;
    const isWord = squeezed.length >= 3;
    const isGlued = isFollowedBy(line, end, fields, labels) || isFollowedBySex(line, end, fields);
    const isWhole = endsLabel(line, end, squeezed) || (isWord && isGlued);
    if (isWhole) return { fields, end, errors: 0 };
  }
  if (!isFresh) return null;
  const numbered = position === 0 ? misreadNumberOf(line, labels) : null;
  if (numbered !== null) return { fields: numbered.fields, end: numbered.squeezed.length, errors: 1 };
  let best: { fields: readonly KindField[]; end: number; errors: number } | null = null;
  for (const { squeezed, fields } of labels) {
    const tolerated = hasItsNumber(squeezed, line, position) ? 1 : toleratedErrors(squeezed.length);
    const most = Math.min(tolerated, (best?.errors ?? Infinity) - 1);
    for (let length = squeezed.length - most; length <= squeezed.length + most; length += 1) {
      const end = position + length;
      if (end > line.text.length || most < 1 || !startsWord(line, end)) continue;
      const errors = editDistance(squeezed, line.text.slice(position, end), most);
      if (errors <= most && errors < (best?.errors ?? Infinity)) best = { fields, end, errors };
    }
  }
  return best;
}

/** A short label that begins with a number and a letter (`4d DLN`) may have one wrong letter behind them: these two alone tell the field. */
function hasItsNumber(label: string, { text }: SqueezedText, position: number): boolean {
  return label.length === 5 && /^\d[A-D]/.test(label) && text.startsWith(label.slice(0, 2), position);
}

/** A shorter word may be a name or another value. */
const fewestLettersOfLikeness = 8;
const mostErrorsOfLikeness = 5;
/** Letters of a short and of a long label for one wrong letter. */
const lettersForErrors = { short: 5, long: 3.4 };
const fewestLettersOfLong = 12;
/** Errors that are closer to one another are another word: a forger can print the rest of a label around a true name. */
const errorWindow = { letters: 8, most: 2 };

/**
 * Whether the whole line is nothing but labels, one or several, although a few of their letters are wrong: labels of 6 to 8 pixels are misread more often
 * than `findLabels` allows. It says what the line is not, a value; the label's own value is not looked for.
 */
export function resemblesLabels(line: SqueezedText, labels: readonly Pick<Label, 'squeezed'>[]): boolean {
  const { text } = line;
  if (text.length < fewestLettersOfLikeness || /\d/.test(text)) return false;
  const ends: number[] = [0];
  for (let end = fewestLettersOfLikeness; end <= text.length; end += 1) {
    if (!startsWord(line, end)) continue;
    if (ends.some((start) => isLikeLabel(text.slice(start, end), labels))) ends.push(end);
  }
  return ends.includes(text.length);
}

function isLikeLabel(text: string, labels: readonly Pick<Label, 'squeezed'>[]): boolean {
  return labels.some(({ squeezed }) => {
    const { length } = squeezed;
    if (length < fewestLettersOfLikeness) return false;
    const lettersForError = length < fewestLettersOfLong ? lettersForErrors.short : lettersForErrors.long;
    const most = Math.min(mostErrorsOfLikeness, Math.floor(length / lettersForError));
    return editDistance(squeezed, text, most) <= most && areErrorsSpread(squeezed, text, errorWindow);
  });
}

/** Whether the same field's name in another language ends the word, with the slash between them lost: `SEXSEXE`. */
function isFollowedBy(
  line: SqueezedText,
  position: number,
  fields: readonly KindField[],
  labels: readonly Label[],
): boolean {
  return labels.some(
    (other) =>
      other.squeezed.length >= 3 &&
      line.text.startsWith(other.squeezed, position) &&
      startsWord(line, position + other.squeezed.length) &&
      other.fields.some((field) => fields.includes(field)),
  );
}

/** Whether the single letter of the sex ends the word, with the space before it lost: `SEXF`. */
function isFollowedBySex(line: SqueezedText, position: number, fields: readonly KindField[]): boolean {
  const isOne = /[FMX]/.test(line.text.charAt(position)) && startsWord(line, position + 1);
  return isOne && fields.some(({ form }) => form === 'sex');
}

const strokes = '/·•.';

/** Whether a word and a slash or dot come before this place, without digits, which a value containing a label's word would have. */
function followsStroke({ printed, at }: SqueezedText, start: number): boolean {
  const before = printed.slice(0, at[start] ?? 0).trimEnd();
  return strokes.includes(before.charAt(before.length - 1)) && /\p{L}{2}/u.test(before) && !/\d{3}/.test(before);
}

/**
 * A label ends where a word ends. Where spaces were dropped, it also ends where letters change to digits or the other way round, or when it
 * is long.
 */
function endsLabel(line: SqueezedText, end: number, label: string): boolean {
  if (startsWord(line, end)) return true;
  const changesKind = /\d/.test(label.slice(-1)) !== /\d/.test(line.text.charAt(end));
  return changesKind || isLong(label);
}

/**
 * Whether a digit within a line is the number of a field: a separate word with its full stop, after a number (`PY3816875 8. STATION ROAD`),
 * or the second name after the first one (`1. KRÁĽ 2. ŠTEFAN`). Street names may contain days (`Straße des 9. November`).
 */
function isNumberOfField({ printed, at }: SqueezedText, position: number): boolean {
  const place = at[position] ?? 0;
  const [before, after] = [printed.slice(0, place), printed.slice(place)];
  if (/^2\.\s*\p{L}/u.test(after) && /^\s*1\.[^\d.]+\s$/.test(before)) return true;
  return /^\d\.\s*\p{L}/u.test(after) && /\d[^.\s]*\s+$/.test(before);
}

/** Nothing else has this many letters of a label by chance, so a long label also counts within a run of letters. */
function isLong(label: string): boolean {
  return label.length >= 10;
}

function isNumbering(line: SqueezedText, position: number): boolean {
  return /^(\d{1,2}[A-D]?|[A-D])$/.test(line.text.slice(position, nextWord(line, position)));
}

/** Where the next label may begin: at the next word, or earlier if a long label is in letters that lost their spaces. */
function nextStart(line: SqueezedText, position: number, labels: readonly Label[]): number {
  const next = nextWord(line, position);
  for (let within = position + 1; within < next; within += 1) {
    if (labels.some(({ squeezed }) => isLong(squeezed) && line.text.startsWith(squeezed, within))) return within;
  }
  return next;
}

function nextWord(line: SqueezedText, position: number): number {
  let next = position + 1;
  while (next < line.text.length && !startsWord(line, next)) next += 1;
  return next;
}

/**
 * The printed text between two squeezed positions, without the marks that separate a label from its value. Signs alone are no value: they
 * end a label (`USCIS#`).
 */
function restAfter(
  { printed, at }: SqueezedText,
  from: number,
  to: number | undefined,
): Pick<LabelFinding, 'rest' | 'restAt'> {
  const start = from > 0 ? (at[from - 1] ?? 0) + 1 : 0;
  const end = to === undefined ? printed.length : (at[to] ?? printed.length);
  const between = printed.slice(start, end);
  const isValue = /[\p{L}\p{N}]/u.test(between.replace(/[°º]/gu, ''));
  const value = isValue ? between.replace(/^[\s:;.,/|)\]*°º\-–—]+/u, '') : '';
  return { rest: value.replace(/[\s:;,/|([*]+$/u, ''), restAt: start + between.length - value.length };
}
