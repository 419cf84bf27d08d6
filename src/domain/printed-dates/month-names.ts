/**
 * The names of the months as documents print them, January first, in capitals without accents; `|` separates several forms of one month. A
 * printed word names a month if the month's name begins with it. Languages that are not listed here use the names of Unicode's CLDR.
 */
const printedMonths: Readonly<Partial<Record<string, readonly string[]>>> = {
  en: names('JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'),
  es: names('ENERO FEBRERO MARZO ABRIL MAYO JUNIO JULIO AGOSTO SEPTIEMBRE|SETIEMBRE OCTUBRE NOVIEMBRE DICIEMBRE'),
  pt: names('JANEIRO FEVEREIRO MARCO ABRIL MAIO JUNHO JULHO AGOSTO SETEMBRO OUTUBRO NOVEMBRO DEZEMBRO'),
  fr: names('JANVIER FEVRIER MARS AVRIL MAI JUIN JUILLET AOUT SEPTEMBRE OCTOBRE NOVEMBRE DECEMBRE'),
  de: names('JANUAR|JAENNER FEBRUAR MAERZ|MARZ APRIL MAI JUNI JULI AUGUST SEPTEMBER OKTOBER NOVEMBER DEZEMBER'),
  it: names('GENNAIO FEBBRAIO MARZO APRILE MAGGIO GIUGNO LUGLIO AGOSTO SETTEMBRE OTTOBRE NOVEMBRE DICEMBRE'),
  pl: names(
    'STYCZEN|STYCZNIA LUTY|LUTEGO MARZEC|MARCA KWIECIEN|KWIETNIA MAJ|MAJA CZERWIEC|CZERWCA LIPIEC|LIPCA ' +
      'SIERPIEN|SIERPNIA WRZESIEN|WRZESNIA PAZDZIERNIK|PAZDZIERNIKA LISTOPAD|LISTOPADA GRUDZIEN|GRUDNIA',
  ),
  tr: names('OCAK SUBAT MART NISAN MAYIS HAZIRAN TEMMUZ AGUSTOS EYLUL EKIM KASIM ARALIK'),
  // Short forms. Points are left out, like all marks between letters.
  th: names('มค กพ มีค เมย พค มิย กค สค กย ตค พย ธค'),
};

function names(list: string): readonly string[] {
  return list.split(' ');
}

const namesOfLanguage = new Map<string, readonly string[]>(
  Object.entries(printedMonths).flatMap(([language, months]) => (months === undefined ? [] : [[language, months]])),
);

/** The names of the months in a language, in the form of `printedMonths`; empty for an unknown language. */
export function monthNamesOf(language: string): readonly string[] {
  const known = namesOfLanguage.get(language);
  if (known !== undefined) return known;
  const names = unicodeMonths(language);
  namesOfLanguage.set(language, names);
  return names;
}

/** A month alone and in a date: `leden` and `ledna`. */
const monthStyles: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'long' },
  { month: 'long', day: 'numeric' },
  { month: 'short' },
  { month: 'short', day: 'numeric' },
];

function unicodeMonths(language: string): readonly string[] {
  if (Intl.DateTimeFormat.supportedLocalesOf([language]).length === 0) return [];
  const formats = monthStyles.map(
    (style) => new Intl.DateTimeFormat(language, { ...style, calendar: 'gregory', timeZone: 'UTC' }),
  );
  return Array.from({ length: 12 }, (_, month) => {
    const day = new Date(Date.UTC(2021, month, 1));
    const forms = formats.flatMap((format) => format.formatToParts(day).filter(({ type }) => type === 'month'));
    return [...new Set(forms.map(({ value }) => inCapitals(value)))].filter((form) => form.length >= 3).join('|');
  });
}

function inCapitals(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().replaceAll('.', '');
}

/**
 * 1 to 12 for a printed word of at least three letters (two in Thai), or null when it names no month or more than one. A whole name takes
 * precedence over the beginning of another: in Czech, `cerven` is June, and the name of July begins with it.
 */
export function monthOfWord(word: string, languages: readonly string[]): number | null {
  const whole = new Set<number>();
  const begun = new Set<number>();
  for (const language of languages) {
    const least = language === 'th' ? 2 : 3;
    if (word.length < least) continue;
    for (const { form, month } of formsBeginningWith(word.charAt(0), language)) {
      if (form === word) whole.add(month);
      if (form.startsWith(word)) begun.add(month);
    }
  }
  const [month, ...others] = whole.size > 0 ? whole : begun;
  return month !== undefined && others.length === 0 ? month : null;
}

interface MonthForm {
  form: string;
  month: number;
}

const formsOfLanguage = new Map<string, ReadonlyMap<string, readonly MonthForm[]>>();

/** A reader compares every word of a page with the months of every language, so the first letter narrows the forms down. */
function formsBeginningWith(letter: string, language: string): readonly MonthForm[] {
  const known = formsOfLanguage.get(language) ?? formsByLetter(language);
  formsOfLanguage.set(language, known);
  return known.get(letter) ?? [];
}

function formsByLetter(language: string): ReadonlyMap<string, readonly MonthForm[]> {
  const forms = new Map<string, MonthForm[]>();
  for (const [index, names] of monthNamesOf(language).entries()) {
    for (const form of names.split('|')) {
      const alike = forms.get(form.charAt(0)) ?? [];
      forms.set(form.charAt(0), [...alike, { form, month: index + 1 }]);
    }
  }
  return forms;
}
