import type { Language } from '../../domain/language.ts';

/** The words for 0 to 9 as people say them one by one; several where a language has several. */
const words: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  en: [
    ['zero', 'oh', 'o'],
    ['one'],
    ['two', 'to', 'too'],
    ['three'],
    ['four', 'for'],
    ['five'],
    ['six'],
    ['seven'],
    ['eight'],
    ['nine'],
  ],
  es: [
    ['cero'],
    ['uno', 'una', 'un'],
    ['dos'],
    ['tres'],
    ['cuatro'],
    ['cinco'],
    ['seis'],
    ['siete'],
    ['ocho'],
    ['nueve'],
  ],
  fr: [['zero'], ['un', 'une'], ['deux'], ['trois'], ['quatre'], ['cinq'], ['six'], ['sept'], ['huit'], ['neuf']],
  pt: [
    ['zero'],
    ['um', 'uma'],
    ['dois', 'duas'],
    ['tres'],
    ['quatro'],
    ['cinco'],
    ['seis', 'meia'],
    ['sete'],
    ['oito'],
    ['nove'],
  ],
  ru: [
    ['ноль', 'нуль'],
    ['один', 'одна', 'раз'],
    ['два', 'две'],
    ['три'],
    ['четыре'],
    ['пять'],
    ['шесть'],
    ['семь'],
    ['восемь'],
    ['девять'],
  ],
  tr: [['sifir'], ['bir'], ['iki'], ['uc'], ['dort'], ['bes'], ['alti'], ['yedi'], ['sekiz'], ['dokuz']],
  de: [
    ['null'],
    ['eins', 'ein', 'eine'],
    ['zwei', 'zwo'],
    ['drei'],
    ['vier'],
    ['funf'],
    ['sechs'],
    ['sieben'],
    ['acht'],
    ['neun'],
  ],
  it: [['zero'], ['uno', 'una'], ['due'], ['tre'], ['quattro'], ['cinque'], ['sei'], ['sette'], ['otto'], ['nove']],
  pl: [
    ['zero'],
    ['jeden', 'jedna', 'jedno'],
    ['dwa', 'dwie'],
    ['trzy'],
    ['cztery'],
    ['piec'],
    ['szesc'],
    ['siedem'],
    ['osiem'],
    ['dziewiec'],
  ],
  th: [['ศูนย์'], ['หนึ่ง'], ['สอง'], ['สาม'], ['สี่'], ['ห้า'], ['หก'], ['เจ็ด'], ['แปด'], ['เก้า']],
};

/**
 * The digits in an engine's transcript: figures of any script and the language's words, in order. Other words are ignored, so "my digits
 * are four two" is 42.
 */
export function spokenDigitsOf(text: string, language: Language): string {
  const known = words[language].flatMap((spellings, digit) =>
    spellings.map((spelling) => [normalise(spelling), String(digit)] as const),
  );
  const normalised = normalise(text);
  // Thai is written without spaces, so words are removed from the front wherever one fits.
  if (language === 'th') return takeFromFront(normalised, known);
  return normalised
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (/^\d+$/.test(word) ? word : (known.find(([spelling]) => spelling === word)?.[1] ?? '')))
    .join('');
}

function takeFromFront(text: string, known: readonly (readonly [string, string])[]): string {
  let digits = '';
  for (let at = 0; at < text.length;) {
    const here = text.charAt(at);
    const word = known.find(([spelling]) => text.startsWith(spelling, at));
    if (/\d/.test(here)) digits += here;
    if (word !== undefined) digits += word[1];
    at += word?.[0].length ?? 1;
  }
  return digits;
}

/** Lower case without accents (but with Thai's signs, which are not accents); figures of every script become 0 to 9. */
function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/\p{Nd}/gu, (figure) => String(figureValue(figure)));
}

/** The digits of a script are consecutive from its zero (Unicode, general category Nd). */
function figureValue(figure: string): number {
  const code = figure.codePointAt(0) ?? 0;
  let zero = code;
  while (zero > 0 && code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}
