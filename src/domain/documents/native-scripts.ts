import { ownLettersOf, type ReadLanguage } from './written-languages.ts';

/** Letters of Greek and Cyrillic, and the Latin ones that look the same. */
export const lookAlikes = {
  other: 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονАВЕКМНОРСТХЅІЈУаеорсухѕіј',
  latin: 'ABEZHIKMNOPTYXovABEKMHOPCTXSIJYaeopcyxsij',
} as const;

/** Languages whose documents print names in their own script as well as in Latin letters. */
export type NativeLanguage = Extract<ReadLanguage, 'bul' | 'ell'>;

export function nativeLanguageOf(languages: readonly ReadLanguage[]): NativeLanguage | null {
  return languages.find((language) => language === 'bul' || language === 'ell') ?? null;
}

const scripts: Readonly<Record<NativeLanguage, RegExp>> = { bul: /\p{Script=Cyrillic}/u, ell: /\p{Script=Greek}/u };

/** Whether a word has a letter of one of these scripts. */
export function isNativeWord(word: string): boolean {
  return Object.values(scripts).some((script) => script.test(word));
}

/**
 * How the letters are written in Latin ones: the country's law, ICAO 9303 part 3 section 6, and what passports have kept from before
 * (`PANAYIOTIS`). Groups of letters come before single ones.
 */
const spellings: Readonly<Record<NativeLanguage, readonly (readonly [letters: string, latin: string])[]>> = {
  bul: [
    ...pairs('ИЯ:IA|IYA Ж:ZH|J Й:Y|I|J Х:H|KH|CH Ц:TS|C Ч:CH Ш:SH Щ:SHT|SHCH Ъ:A|U|Y Ь:Y|J| Ю:YU|IU|JU Я:YA|IA|JA'),
    ...pairs('А:A Б:B В:V Г:G Д:D Е:E З:Z И:I К:K Л:L М:M Н:N О:O П:P Р:R С:S Т:T У:U|OU Ф:F|PH'),
  ],
  ell: [
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
    .replace(/[^A-Z]/g, '');
  const language = scripts.bul.test(native) ? 'bul' : 'ell';
  const letters = capitalsOf(native, language);
  // Where the letters so far may end in the Latin spelling: with none, and with one of them misread.
  let [exact, misread] = [new Set([0]), new Set<number>()];
  for (let at = 0; at < letters.length;) {
    const letter = letters.charAt(at);
    const [group, spelled] = spellings[language].find(([start]) => letters.startsWith(start, at)) ?? [letter, letter];
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
const sameShapes = { bul: 'ГПФ', ell: 'ΓΠΦ' } as const;
/** Digits within a word of one of the two that stand for its letters. */
const digitsForLetters = { bul: { 0: 'О', 3: 'З' }, ell: { 0: 'Ο' } } as const;

/**
 * A word with the letters that Cyrillic and Greek share by shape in the country's own script. The net may see both scripts in one letter
 * (`ΠΑФΦΟΣ` for Πάφος): two such letters in a row are one.
 */
function inOneScript(word: string, language: NativeLanguage): string {
  const others = Array.from(sameShapes[language === 'bul' ? 'ell' : 'bul']);
  return others.reduce((text, other, index) => {
    const own = sameShapes[language].charAt(index);
    return text.replaceAll(new RegExp(`${own}${other}|${other}${own}|${other}`, 'gu'), own);
  }, word);
}

/** A name has no digits: the net takes a З for a 3. */
function withoutDigits(word: string, language: NativeLanguage): string {
  const letters: Readonly<Record<string, string>> = digitsForLetters[language];
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
  const word = inOneScript(given, language);
  const own = twinsOf(language);
  const latin = Array.from(word, (letter) => lookAlikes.latin[lookAlikes.other.indexOf(letter)] ?? letter).join('');
  const native = Array.from(latin, (letter) => own.get(letter) ?? letter).join('');
  const letters = Array.from(latin).filter((letter) => /\p{L}/u.test(letter));
  if (letters.some((letter) => scripts[language].test(letter))) {
    return { text: withoutDigits(native, language), script: 'native' };
  }
  if (letters.some((letter) => !own.has(letter)) || /\d/.test(word) || letters.length < 2) {
    return { text: latin, script: 'latin' };
  }
  const isSame = letters.every((letter) => isSpelledLatin(own.get(letter) ?? '', letter));
  return isSame ? { text: latin, script: 'either' } : { text: native, script: 'native' };
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

function capitalsOf(text: string, language: NativeLanguage): string {
  // Й and Ё are letters; Greek accents are none.
  const plain = language === 'ell' ? text.normalize('NFD').replace(/\p{M}/gu, '') : text.normalize('NFC');
  return plain.toUpperCase().replace(/\P{L}/gu, '');
}

function pairs(text: string): [string, string][] {
  return text.split(' ').map((pair) => {
    const [letters = '', latin = ''] = pair.split(':');
    return [letters, latin];
  });
}
