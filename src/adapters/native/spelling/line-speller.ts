import { nativeLanguageOf } from '../../../domain/documents/native-scripts.ts';
import { ownLettersOf, type ReadLanguage } from '../../../domain/documents/written-languages.ts';
import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { quadCentre, quadDirection, quadHeight, quadWidth, rectangleQuad } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import { sampleQuad } from '../rasters/sample-quad.ts';
import { startInCommon } from './agree-on-date.ts';
import {
  agreeOnSpelling,
  differInSortAlone,
  placesOf,
  spellReadOnce,
  sureMarks,
  type Agreement,
} from './agree-on-spelling.ts';
import { withoutMisread } from './without-misread.ts';
import { confidenceAround, confidenceOfKnown } from './confidence-of-known.ts';
import { endsWithMarksOf, markedLettersOf, withInkAlone } from './ink-alone.ts';
import { endsInInk, isInInk, partOfSecond, type CutLine } from './is-in-ink.ts';
import { boxBehindLabelEnd } from './label-end.ts';
import { knownToFirst, unnamed } from './letters.ts';
import { isInLatin, nativeTextOf, withLatinWords } from './native-words.ts';
import { lineHeightPx, type LineCut, type SecondReader, type SecondReading } from './second-reader.ts';

/**
 * A line as two readings spell it, and whether they saw the same letters; `agreed` is absent where no second one was asked. `agreedFrom`: they
 * saw the same letters from this place of the text on. `confidence`: the first reader's over the letters that it knows, where they agree.
 */
export interface SpelledLine {
  text: string;
  agreed?: boolean;
  agreedFrom?: number;
  confidence?: number;
  /** The words at the beginning that both readings have, if these have the digits of a date and the readings differ behind them. */
  agreedStart?: string;
  /** The second reading, if it differs only between letters and digits. */
  readOtherwise?: string;
  /** The second reading, if it has words in the script of the page's languages, which the first reader does not know. */
  native?: string;
  /** Without the end of a label, if the line's box had one. */
  box?: Quad;
}

/**
 * A line as the first reader read it; `confidences`: of each character of the text; `unnamed`: the number of characters before each one that
 * it saw and could not name.
 */
export interface ReadableLine {
  text: string;
  box: Quad;
  confidence?: number;
  confidences?: readonly number[];
  unnamed?: readonly number[];
}

export interface LineSpeller {
  /**
   * The text of a line with its marks and spaces, as far as a second reading in these languages agrees with the first. Never rejects:
   * without a second reading the first stays. Digits are read again, too.
   * A single capital letter may be another one of its shape if the second reader is sure of that; its confidence stays the first one's.
   */
  spell(raster: Raster, line: ReadableLine, languages: readonly ReadLanguage[], meter: PageMeter): Promise<SpelledLine>;
}

const widestLinePx = 1600;
/** Shares of the line's height: marks above capitals lie outside the detected box. */
const margins = { above: 0.3, below: 0.1, beside: 0.2 };

export function createLineSpeller(reader: SecondReader): LineSpeller {
  const readings = new WeakMap<LineCut, Promise<SecondReading | null>>();

  /** What is read where nothing is left of a line but the ink of its letters; null where it has too little contrast. */
  function readInkAlone(
    cut: LineCut,
    languages: readonly ReadLanguage[],
    meter: PageMeter,
  ): Promise<SecondReading | null> {
    const known = readings.get(cut);
    if (known !== undefined) return known;
    const inkAlone = withInkAlone(cut);
    const read = inkAlone === null ? Promise.resolve(null) : reader.read(inkAlone, languages, meter);
    readings.set(cut, read);
    return read;
  }

  /** Whether the marks of what was agreed on are read once more where nothing is left but the ink of the letters. */
  async function isReadInInk(
    { text, agreed, agreedFrom }: SpelledLine,
    cut: LineCut,
    languages: readonly ReadLanguage[],
    meter: PageMeter,
  ): Promise<boolean> {
    const marked = agreed === true ? text : agreedFrom === undefined ? '' : text.slice(agreedFrom);
    if (markedLettersOf(marked) === '') return true;
    const read = await readInkAlone(cut, languages, meter);
    return read !== null && endsWithMarksOf(marked, read.text);
  }

  /**
   * The spelling of a line in doubt by the ink alone, if the first reader agrees with it on every letter: guilloche gave the line a mark
   * (`LÓGROÑO`), or one letter was read twice (`BOÚULEVARD`). The line stays in doubt, because a mark may be lighter than its letters. Null
   * if a mark was lost there that the ink shows, unless the first reader has that letter and saw none.
   */
  async function spellInInkAlone(
    second: SecondReading,
    { text: first }: ReadableLine,
    cut: CutLine,
    languages: readonly ReadLanguage[],
    meter: PageMeter,
  ): Promise<string | null> {
    if (!isNearly(first, second.text)) return null;
    const once = spellReadOnce(first, second.text);
    if (once !== null) return once;
    const { text, agreed } = agreeOnLine(first, second, languages);
    const isShown = agreed && isInInk({ first, text, second, from: 0 }, cut, languages);
    const read = await readInkAlone(cut.upright, languages, meter);
    const again = read && agreeOnLine(first, read, languages);
    if (again?.agreed !== true) return null;
    return isShown && !areKnownToFirst(marksLost(text, again.text)) ? null : again.text;
  }

  /** `second`: of this line. */
  async function spellCut(
    second: SecondReading,
    line: ReadableLine,
    cut: CutLine,
    languages: readonly ReadLanguage[],
    meter: PageMeter,
  ): Promise<SpelledLine> {
    const native = nativeTextOf(second, languages);
    const spelled = spellBy(second, line, cut, languages);
    const isConfirmed = await isReadInInk(spelled, cut.upright, languages, meter);
    const own = isConfirmed ? spelled : { text: spelled.text, agreed: false };
    return { ...own, ...(native !== null && { native }) };
  }

  /**
   * Finds where the end of a line begins that the ink confirms, if both readers agree on the line and the ink contradicts it as a whole. The
   * mark of a label in colour fades in the rendering in which it is looked for; that says nothing about the value behind the label. Null if
   * the ink confirms no end.
   */
  async function findEndInInk(
    second: SecondReading,
    { text: first }: ReadableLine,
    cut: CutLine,
    languages: readonly ReadLanguage[],
    meter: PageMeter,
  ): Promise<number | null> {
    const { text, agreed } = agreeOnLine(first, second, languages);
    if (!agreed) return null;
    for (const agreedFrom of endsInInk({ first, text, second, from: 0 }, cut, languages)) {
      if (await isReadInInk({ text, agreedFrom }, cut.upright, languages, meter)) return agreedFrom;
    }
    return null;
  }

  return {
    async spell(raster, line, languages, meter) {
      const isLetter = isUnsureLetter(line);
      if (!isLetter && !hasSpelling(line)) return { text: line.text };
      const cut = cutBothWays(raster, line.box);
      const seen = await reader.read(cut.upright, languages, meter);
      if (isLetter) return { text: sureLetterOf(seen, line.text) ?? line.text };
      if (seen === null) return { text: line.text, agreed: false };
      const second = withLatinWords(seen, languages);
      const read = await spellCut(second, line, cut, languages, meter);
      const agreedStart = read.agreed === true ? '' : startInCommon(line.text, second.words);
      const spelled = { ...read, ...(agreedStart !== '' && { agreedStart }) };
      if (isAgreed(spelled)) return spelled;
      const box = boxBehindLabelEnd(second, cut.upright, line.box);
      if (box !== null) {
        const valueCut = cutBothWays(raster, box);
        const value = await reader.read(valueCut.upright, languages, meter);
        const again =
          value && (await spellCut(withLatinWords(value, languages), withoutSigns(line), valueCut, languages, meter));
        if (again?.agreed === true) return { ...again, box };
      }
      const agreedFrom = await findEndInInk(second, line, cut, languages, meter);
      const isDoubtful = agreedFrom === null && spelled.native === undefined;
      const text = isDoubtful ? await spellInInkAlone(second, line, cut, languages, meter) : null;
      return {
        ...spelled,
        ...(text !== null && { text }),
        ...(agreedFrom !== null && { agreedFrom }),
        ...(second.confidence >= sureMarks &&
          differInSortAlone(line.text, second.text) && { readOtherwise: second.text }),
      };
    },
  };
}

function isAgreed({ agreed, agreedFrom }: SpelledLine): boolean {
  return agreed === true || agreedFrom !== undefined;
}

/** The letters with a mark that a line has in another place, or not at all, in another spelling of it. */
function marksLost(text: string, other: string): string[] {
  const seen = placesOf(other).places;
  return placesOf(text).places.flatMap(({ letter }, index) => (letter === seen[index]?.letter ? [] : [letter]));
}

function areKnownToFirst(letters: readonly string[]): boolean {
  return letters.length > 0 && letters.every((letter) => knownToFirst.has(letter));
}

/** Whether the second reading has a mark or one letter more or less, so that another look may agree with the first. */
function isNearly(first: string, second: string): boolean {
  const [own, seen] = [first, second].map((text) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
  const difference = Math.abs((own ?? 0) - (seen ?? 0));
  return difference === 1 || (difference === 0 && markedLettersOf(second) !== '');
}

/** Without the signs before its first letter or digit. */
function withoutSigns(line: ReadableLine): ReadableLine {
  const { text, confidences, unnamed: places } = line;
  const signs = Array.from(/^[^\p{L}\p{N}]*/u.exec(text)?.[0] ?? '').length;
  return {
    ...line,
    text: Array.from(text).slice(signs).join(''),
    ...(confidences && { confidences: confidences.slice(signs) }),
    ...(places && { unnamed: places.flatMap((place) => (place < signs ? [] : [place - signs])) }),
  };
}

/**
 * Both readings of a line, and whether the ink bears out what they have in common. A character that the first reader saw and could not name
 * is no letter unless they agree with it.
 */
function spellBy(
  second: SecondReading,
  line: Pick<ReadableLine, 'text' | 'confidences' | 'unnamed'>,
  cut: CutLine,
  languages: readonly ReadLanguage[],
): SpelledLine {
  const text = withoutMisread(line.text, second.text);
  const isUnnamed = (line.unnamed ?? []).length > 0 || text !== line.text;
  const held = isUnnamed ? spellAs(second, withUnnamed({ ...line, text }), cut, languages) : null;
  const isAgreed = held?.agreed === true || (held?.agreedFrom !== undefined && !held.text.includes(unnamed));
  return held !== null && isAgreed ? held : spellAs(second, line, cut, languages);
}

function withUnnamed({ text, confidences, unnamed: places = [] }: Parameters<typeof spellBy>[1]) {
  const characters = Array.from(text);
  const known = [...(confidences ?? [])];
  for (const place of [...places].sort((a, b) => b - a)) {
    characters.splice(place, 0, unnamed);
    known.splice(place, 0, 0);
  }
  return { text: characters.join(''), ...(confidences && { confidences: known }) };
}

/** The first reading with what the second one adds. */
function spellAs(
  second: SecondReading,
  { text: first, confidences }: Pick<ReadableLine, 'text' | 'confidences'>,
  cut: CutLine,
  languages: readonly ReadLanguage[],
): SpelledLine {
  const native = nativeLanguageOf(languages);
  const { text, agreed, end } = agreeOnLine(first, second, languages);
  if (agreed) {
    const confidence = confidences && confidenceOfKnown(first, confidences, text);
    const isBorneOut = isInInk({ first, text, second, from: 0 }, cut, languages);
    return { text, agreed: isBorneOut, ...(isBorneOut && confidence !== undefined && { confidence }) };
  }
  if (end === undefined) return { text, agreed: false };
  const words = second.words.slice(-end.words);
  const read = partOfSecond(words, words.map((word) => word.text).join(' '));
  const part = { first: first.slice(end.fromInFirst), text: text.slice(end.from), ...read };
  const confidence =
    native === null || !confidences ? undefined : confidenceAround(first, confidences, end.fromInFirst);
  return {
    text,
    agreed,
    ...(isInInk(part, cut, languages) && { agreedFrom: end.from, ...(confidence !== undefined && { confidence }) }),
  };
}

/** What both readings have in common, without marks and words that are not of the page's languages. */
function agreeOnLine(first: string, second: SecondReading, languages: readonly ReadLanguage[]): Agreement {
  const native = nativeLanguageOf(languages);
  return agreeOnSpelling(first, second, (part) => {
    const isInScript = native === null || isInLatin(part, second, native);
    return isInScript && !hasForeignMark(part, first, languages) && !hasLostCapital(part, languages);
  });
}

/**
 * Whether a capital İ may have become a small i, as both readers take it in small or bright print: a word begins with i, and every other
 * word with a capital.
 */
function hasLostCapital(text: string, languages: readonly ReadLanguage[]): boolean {
  if (!languages.some((language) => ownLettersOf[language].includes('İ'))) return false;
  const initials = (text.match(/[\p{L}\p{M}]+/gu) ?? []).map((word) => word.charAt(0));
  return initials.includes('i') && initials.every((initial) => initial === 'i' || /\p{Lu}/u.test(initial));
}

/**
 * Whether a letter with a mark is in none of the page's languages, and only the second reader saw it: a line of guilloche above a letter looks
 * like a mark, and the first reader does not know most marks.
 */
function hasForeignMark(text: string, first: string, languages: readonly ReadLanguage[]): boolean {
  const own = languages.map((language) => ownLettersOf[language]).join('');
  const known = `${own}${own.toLocaleUpperCase('en')}${first}`.normalize('NFC');
  return Array.from(text.normalize('NFC')).some((letter) => isMarkedLetter(letter) && !known.includes(letter));
}

function isMarkedLetter(letter: string): boolean {
  return /\p{L}/u.test(letter) && /[^\p{ASCII}]/u.test(letter);
}

/** Signs have no spelling, and one or two letters or digits are too few for a second reader. Nothing else is read by one reader alone. */
function hasSpelling({ text }: ReadableLine): boolean {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 3;
}

/** Of a single letter of which the first reader is less sure, the second one may be surer: an F of few pixels was read as `E`. */
const sureOfLetter = 0.9;
/** Only letters of one shape are exchanged: never the two of the sex. */
const letterShapes = ['EFPR', 'HMNW'];

function isUnsureLetter({ text, confidence = 1 }: ReadableLine): boolean {
  return confidence < sureOfLetter && /^[^\p{L}\p{N}]*\p{Lu}[^\p{L}\p{N}]*$/u.test(text);
}

function sureLetterOf(second: SecondReading | null, first: string): string | null {
  if (second === null || second.confidence < sureOfLetter || !/^\p{Lu}$/u.test(second.text)) return null;
  const own = first.replace(/\P{L}/gu, '');
  return letterShapes.some((shape) => shape.includes(own) && shape.includes(second.text)) ? second.text : null;
}

function cutBothWays(raster: Raster, box: Quad): CutLine {
  const [topLeft, topRight, bottomRight, bottomLeft] = box;
  return {
    upright: cutLine(raster, box),
    upsideDown: cutLine(raster, [bottomRight, bottomLeft, topLeft, topRight]),
  };
}

/** The straightened line with room for its marks, for a second reader. */
export function cutLine(raster: Raster, lineBox: Quad): LineCut {
  const box = withMargins(lineBox);
  const ratio = quadWidth(box) / Math.max(1, quadHeight(box));
  const widthPx = Math.round(Math.min(widestLinePx, Math.max(lineHeightPx, ratio * lineHeightPx)));
  return { raster, box, pixels: sampleQuad(raster, box, widthPx, lineHeightPx), widthPx };
}

function withMargins(box: Quad): Quad {
  const height = quadHeight(box);
  const [x, y] = quadCentre(box);
  const direction = quadDirection(box);
  const shift = ((margins.below - margins.above) / 2) * height;
  return rectangleQuad(
    [x - direction[1] * shift, y + direction[0] * shift],
    direction,
    quadWidth(box) + 2 * margins.beside * height,
    height * (1 + margins.above + margins.below),
  );
}
