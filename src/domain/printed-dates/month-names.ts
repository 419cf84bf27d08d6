import type { KindLanguage } from '../document-kinds/document-kind.ts';

/**
 * The names of the months, January first, in capitals without accents; several forms of one month apart by `|`. A printed word
 * names the month that it is the beginning of.
 */
export const monthNames: Readonly<Record<KindLanguage, readonly string[]>> = {
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
  // Short forms, whose points are left out like all marks between letters.
  th: names('มค กพ มีค เมย พค มิย กค สค กย ตค พย ธค'),
};

function names(list: string): readonly string[] {
  return list.split(' ');
}

/** 1 to 12 for a printed word of at least three letters (two in Thai), or null when it names no month or more than one. */
export function monthOfWord(word: string, languages: readonly KindLanguage[]): number | null {
  const months = new Set<number>();
  for (const language of languages) {
    const least = language === 'th' ? 2 : 3;
    if (word.length < least) continue;
    for (const [index, forms] of monthNames[language].entries()) {
      if (forms.split('|').some((form) => form.startsWith(word))) months.add(index + 1);
    }
  }
  const [month, ...others] = months;
  return month !== undefined && others.length === 0 ? month : null;
}
