import { ownLettersOf, writtenLanguagesOf, type ReadLanguage } from './written-languages.ts';

/** Letters of Greek and Cyrillic, and the Latin ones that look the same. */
export const lookAlikes = {
  other: 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονАВЕКМНОРСТХЅІЈУаеорсухѕіј',
  latin: 'ABEZHIKMNOPTYXovABEKMHOPCTXSIJYaeopcyxsij',
} as const;

/** Languages whose documents print names in their own script as well as in Latin letters. */
export type NativeLanguage = Extract<ReadLanguage, 'bel' | 'bul' | 'ell' | 'mkd' | 'rus' | 'srp' | 'ukr'>;
type NativeScript = 'cyrillic' | 'greek';

const scriptOf: Readonly<Record<NativeLanguage, NativeScript>> = {
  bel: 'cyrillic',
  bul: 'cyrillic',
  ell: 'greek',
  mkd: 'cyrillic',
  rus: 'cyrillic',
  srp: 'cyrillic',
  ukr: 'cyrillic',
};

export function nativeLanguageOf(languages: readonly ReadLanguage[]): NativeLanguage | null {
  return languages.find(isNativeLanguage) ?? null;
}

function isNativeLanguage(language: ReadLanguage): language is NativeLanguage {
  return language in scriptOf;
}

const unreadScripts = new Map<string, boolean>();

/** Whether a country (ISO 3166-1 alpha-2) writes in a script that no reader knows. */
export function hasUnreadScript(country: string): boolean {
  if (!/^[A-Z]{2}$/.test(country)) return false;
  const known = unreadScripts.get(country) ?? findUnreadScript(country);
  unreadScripts.set(country, known);
  return known;
}

/** `Intl` takes 15 microseconds for it, and many rules ask about the same country for each line of a page. */
function findUnreadScript(country: string): boolean {
  if (nativeLanguageOf(writtenLanguagesOf(country) ?? []) !== null) return false;
  return new Intl.Locale(`und-${country}`).maximize().script !== 'Latn';
}

/** Whether a country writes in another script than Latin, read or not: the first reader takes its letters for small letters and digits. */
export function writesOtherScript(country: string): boolean {
  return hasUnreadScript(country) || nativeLanguageOf(writtenLanguagesOf(country) ?? []) !== null;
}

const scripts: Readonly<Record<NativeScript, RegExp>> = {
  cyrillic: /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
};

/** Whether a word has a letter of one of these scripts. */
export function isNativeWord(word: string): boolean {
  return Object.values(scripts).some((script) => script.test(word));
}

/**
 * How the letters are written in Latin ones: the countries' laws, ICAO 9303 part 3 section 6, and what passports have kept from before
 * (`PANAYIOTIS`). Countries with one script share a table, because people keep the spelling of an earlier law or of another country. Groups
 * of letters come before single ones.
 */
const spellings: Readonly<Record<NativeScript, readonly (readonly [letters: string, latin: string])[]>> = {
  cyrillic: [
    ...pairs('ИЯ:IA|IYA|IIA|IIYA|IJA КС:KS|X ИЙ:II|IY|IJ|YI|YJ|YY|I|Y ІЙ:II|IY|IJ|I|Y ЫЙ:YI|YY|YJ|Y ЬО:O|IO|YO|JO'),
    ...pairs('Є:IE|YE|JE Е:E|IE|YE|JE Ё:E|IO|YO|JO Ж:ZH|J|Z И:I|Y Й:I|Y|J Ї:I|YI|JI Ю:IU|YU|JU Я:IA|YA|JA'),
    ...pairs('Г:G|H|GH Ѓ:GJ|G|DJ Ґ:G Ђ:DJ|D Ј:J Ќ:KJ|K Љ:LJ Њ:NJ Ѕ:DZ|Z Ћ:C Џ:DZ|DZH|DJ Ў:U|W'),
    ...pairs('Х:KH|H|CH Ц:TS|C|TC Ч:CH|C Ш:SH|S Щ:SHCH|SHT Ъ:A|U|Y|IE| Ы:Y Ь:Y|J| Э:E У:U|OU Ф:F|PH'),
    ...pairs('А:A Б:B В:V|W Д:D З:Z І:I К:K Л:L М:M Н:N О:O П:P Р:R С:S Т:T'),
  ],
  greek: [
    ...pairs(
      'ΟΥ:OU|U ΑΥ:AV|AF|AU ΕΥ:EV|EF|EU ΗΥ:IV|IF ΓΓ:NG|GG ΓΚ:GK|G|NK|NG ΓΞ:NX|GX ΓΧ:NCH|GCH ΜΠ:B|MP|MB ΝΤ:NT|D|ND',
    ),
    ...pairs('Β:V|B Γ:G|Y Η:I|E Θ:TH Ξ:X|KS Υ:Y|I|U Φ:F|PH Χ:CH|H|KH Ψ:PS Ω:O'),
    ...pairs('Α:A Δ:D Ε:E Ζ:Z Ι:I Κ:K|C Λ:L Μ:M Ν:N Ο:O Π:P Ρ:R Σ:S Τ:T'),
  ],
};

/** Whether Latin letters spell a name in another script. Signs, spaces and accents do not count, and Latin letters stand for themselves. */
export function isSpelledLatin(native: string, latin: string): boolean {
  return fewestMisread(native, latin, 0) === 0;
}

/** A word's last letters tell its gender and case. */
const lettersOfEnding = 2;
const fewestLatinLetters = 5;

/**
 * Whether it does so if one letter of the other script was misread or lost (`ЛОБОМИР` for ЛЮБОМИР, LYUBOMIR). Names that differ in their
 * ends (`ИВАНОВА` and IVANOV) are two names.
 */
export function isNearlySpelledLatin(native: string, latin: string): boolean {
  return latin.replace(/\P{L}/gu, '').length >= fewestLatinLetters && fewestMisread(native, latin, 1) !== null;
}

/** How many letters of the other script are misread or lost, if Latin letters spell the name and at most this many are. Null otherwise. */
function fewestMisread(native: string, latin: string, most: 0 | 1): number | null {
  const wanted = latin
    .normalize('NFD')
    .toUpperCase()
    .replaceAll('Đ', 'D')
    .replace(/[^A-Z]/g, '');
  const script = scripts.cyrillic.test(native) ? 'cyrillic' : 'greek';
  const letters = capitalsOf(native, script);
  // Where the letters so far may end in the Latin spelling: with none, and with one of them misread.
  let [exact, misread] = [new Set([0]), new Set<number>()];
  for (let at = 0; at < letters.length;) {
    const letter = letters.charAt(at);
    const [group, spelled] = spellings[script].find(([start]) => letters.startsWith(start, at)) ?? [letter, letter];
    const ways = spelled.split('|');
    const follow = (ends: Iterable<number>) =>
      [...ends].flatMap((end) => ways.filter((way) => wanted.startsWith(way, end)).map((way) => end + way.length));
    const isBeforeEnding = most > 0 && letters.length - at > lettersOfEnding;
    const lost = isBeforeEnding ? follow([...exact].flatMap((end) => [end + 1, end + 2])) : [];
    const other = isBeforeEnding ? [...exact].flatMap((end) => [end, end + 1, end + 2]) : [];
    misread = new Set([...follow(misread), ...lost, ...other]);
    exact = new Set(follow(exact));
    at += group.length;
  }
  if (letters === '') return null;
  if (exact.has(wanted.length)) return 0;
  return misread.has(wanted.length) ? 1 : null;
}

/** Capitals of one shape in Cyrillic and Greek that no Latin letter has. */
const sameShapes = { cyrillic: 'ГПФ', greek: 'ΓΠΦ' } as const;
/** Digits within a word of one of the two that stand for its letters. */
const digitsForLetters = { cyrillic: { 0: 'О', 3: 'З' }, greek: { 0: 'Ο' } } as const;

/**
 * A word with the letters that Cyrillic and Greek share by shape in the country's own script. The net may see both scripts in one letter
 * (`ΠΑФΦΟΣ` for Πάφος): two such letters in a row are one.
 */
function inOneScript(word: string, script: NativeScript): string {
  const others = Array.from(sameShapes[script === 'cyrillic' ? 'greek' : 'cyrillic']);
  return others.reduce((text, other, index) => {
    const own = sameShapes[script].charAt(index);
    return text.replaceAll(new RegExp(`${own}${other}|${other}${own}|${other}`, 'gu'), own);
  }, word);
}

/** A name has no digits: the net takes a З for a 3. */
function withoutDigits(word: string, script: NativeScript): string {
  const letters: Readonly<Record<string, string>> = digitsForLetters[script];
  return Array.from(word, (symbol) => letters[symbol] ?? symbol).join('');
}

/**
 * A word in one script. The net may take letters of one word from two scripts, where they look the same: a letter that only one script has
 * tells the word's. `either`: all its letters are in both, and mean the same. Where one of them means another letter (`TOMOBA` for Томова),
 * the word may be in the country's script, although both readers take it for Latin.
 */
export function inOwnScript(
  given: string,
  language: NativeLanguage,
): { text: string; script: 'native' | 'latin' | 'either' } {
  const script = scriptOf[language];
  const own = twinsOf(language);
  const word = inOneScript(hasDigitsForLetters(given, own, script) ? withoutDigits(given, script) : given, script);
  const latin = Array.from(word, (letter) => lookAlikes.latin[lookAlikes.other.indexOf(letter)] ?? letter).join('');
  const native = Array.from(latin, (letter) => own.get(letter) ?? letter).join('');
  const letters = Array.from(latin).filter((letter) => /\p{L}/u.test(letter));
  if (letters.some((letter) => scripts[script].test(letter))) {
    return { text: withoutDigits(native, script), script: 'native' };
  }
  if (letters.some((letter) => !own.has(letter)) || /\d/.test(word) || letters.length < 2) {
    return { text: latin, script: 'latin' };
  }
  const isSame = letters.every((letter) => isSpelledLatin(own.get(letter) ?? '', letter));
  return isSame ? { text: latin, script: 'either' } : { text: native, script: 'native' };
}

/** Whether all letters of a word look like some of the country's script, and a few digits among them, too (`MAPO3ABA` for МАРОЗАВА). */
function hasDigitsForLetters(word: string, twinOf: ReadonlyMap<string, string>, script: NativeScript): boolean {
  const digits = word.match(/\d/g) ?? [];
  const letters = word.match(/\p{L}/gu) ?? [];
  return (
    letters.length >= 3 * digits.length &&
    letters.every((letter) => twinOf.has(letter)) &&
    digits.every((digit) => digit in digitsForLetters[script])
  );
}

/** Whether a text in Latin letters has a word that may be one in the country's script. */
export function mayBeNative(text: string, language: NativeLanguage): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => inOwnScript(word, language).script === 'native');
}

/** Latin letters that look like one of the language, and that one. */
function twinsOf(language: NativeLanguage): ReadonlyMap<string, string> {
  return (twins[language] ??= new Map(
    Array.from(lookAlikes.other).flatMap((other, index): [string, string][] =>
      ownLettersOf[language].includes(other.toLocaleLowerCase('en')) ? [[lookAlikes.latin.charAt(index), other]] : [],
    ),
  ));
}

const twins: Partial<Record<NativeLanguage, ReadonlyMap<string, string>>> = {};

function capitalsOf(text: string, script: NativeScript): string {
  // Й and Ё are letters; Greek accents are none.
  const plain = script === 'greek' ? text.normalize('NFD').replace(/\p{M}/gu, '') : text.normalize('NFC');
  return plain.toUpperCase().replace(/\P{L}/gu, '');
}

function pairs(text: string): [string, string][] {
  return text.split(' ').map((pair) => {
    const [letters = '', latin = ''] = pair.split(':');
    return [letters, latin];
  });
}
