import type { ReadLanguage } from '../../../domain/documents/written-languages.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import type { Raster } from '../rasters/raster.ts';
import { startInCommon } from './agree-on-date.ts';
import { spellReadOnce, sureMarks } from './agree-on-spelling.ts';
import { endsWithMarksOf, markedLettersOf, withInkAlone } from './ink-alone.ts';
import { endsInInk, isInInk, type CutLine } from './is-in-ink.ts';
import { boxBehindLabelEnd } from './label-end.ts';
import { differInSortAlone, placesOf } from './letter-places.ts';
import { knownToFirst } from './letters.ts';
import { agreeOnLine, spellBy, type ReadableLine, type SpelledLine } from './line-agreement.ts';
import { cutBothWays, type Margins } from './line-cut.ts';
import { nativeTextOf, withLatinWords } from './native-words.ts';
import { withOwnInk, type LineOnPage } from './own-ink.ts';
import type { LineCut, SecondReader, SecondReading } from './second-reader.ts';

export interface LineSpeller {
  /**
   * The text of a line with its marks and spaces, as far as a second reading in these languages agrees with the first. Never rejects:
   * without a second reading the first stays. Digits are read again, too.
   * A single capital letter may be another one of its shape if the second reader is sure of that; its confidence stays the first one's.
   */
  spell(raster: Raster, line: ReadableLine, languages: readonly ReadLanguage[], meter: PageMeter): Promise<SpelledLine>;
}

/**
 * Margins for reading a line in doubt again. The second reader may take what surrounds the letters for a letter or a space, or lose a letter
 * without it.
 */
const otherMargins: readonly Margins[] = [
  { above: 0.1, below: 0, beside: 0.1 },
  { above: 0.4, below: 0.2, beside: 0.3 },
];

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

  /** The line as both readers read it in another cut of it; null if they agree in none that shows as much as the usual one. */
  async function spellInOtherCut(
    second: SecondReading,
    line: ReadableLine,
    { raster, box }: LineOnPage,
    languages: readonly ReadLanguage[],
    meter: PageMeter,
  ): Promise<SpelledLine | null> {
    for (const margins of otherMargins) {
      const cut = cutBothWays(raster, box, margins);
      const seen = await reader.read(cut.upright, languages, meter);
      const again = seen && (await spellCut(withLatinWords(seen, languages), line, cut, languages, meter));
      if (again?.agreed === true && showsAsMuch(again.text, second.text)) return again;
    }
    return null;
  }

  return {
    async spell(raster, line, languages, meter) {
      const isLetter = isUnsureLetter(line);
      if (!isLetter && !hasSpelling(line)) return { text: line.text };
      const own = withOwnInk(raster, line.box);
      const cut = cutBothWays(own.raster, own.box);
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
        const ofValue = withOwnInk(raster, box);
        const valueCut = cutBothWays(ofValue.raster, ofValue.box);
        const value = await reader.read(valueCut.upright, languages, meter);
        const again =
          value && (await spellCut(withLatinWords(value, languages), withoutSigns(line), valueCut, languages, meter));
        if (again?.agreed === true) return { ...again, box };
      }
      const again = spelled.native === undefined ? await spellInOtherCut(second, line, own, languages, meter) : null;
      if (again !== null) return again;
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

/**
 * Whether a reading has as many letters as the one of the usual cut, and all of its marks: a narrow cut has no room for marks, nor for a letter
 * at the edge, which the detector's box may have cut off from the first reader, too.
 */
function showsAsMuch(text: string, usual: string): boolean {
  return (
    placesOf(text).places.length >= placesOf(usual).places.length &&
    markedLettersOf(text).includes(markedLettersOf(usual))
  );
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
