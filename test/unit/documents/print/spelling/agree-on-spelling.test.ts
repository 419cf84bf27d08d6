import { describe, expect, it } from 'vitest';
import { startInCommon } from '../../../../../src/adapters/native/spelling/agree-on-date.ts';
import { agreeOnSpelling } from '../../../../../src/adapters/native/spelling/agree-on-spelling.ts';
import { spacesOfSecondAlone } from '../../../../../src/adapters/native/spelling/letter-places.ts';

const sure = (text: string) => ({ text, confidence: 0.95 });

describe('two readings of a line', () => {
  it('give its marks and spaces when they agree on every letter', () => {
    expect(agreeOnSpelling('SAOLOURENCO', sure('SÃO LOURENÇO')).text).toBe('SÃO LOURENÇO');
    expect(agreeOnSpelling('Givennames', sure('Given names ')).text).toBe('Given names');
    expect(agreeOnSpelling('07APR2025', sure('07 APR 2025')).text).toBe('07 APR 2025');
  });

  it('leave the first one when they differ in a single letter or digit', () => {
    expect(agreeOnSpelling('WVFV6NB1V', sure('WVFVENB1V')).text).toBe('WVFV6NB1V');
    expect(agreeOnSpelling('MUNOZ', sure('MUÑOS')).text).toBe('MUNOZ');
    expect(agreeOnSpelling('MUNOZ', sure('MUÑO')).text).toBe('MUNOZ');
    expect(agreeOnSpelling('MUNOZ', sure('')).text).toBe('MUNOZ');
  });

  it('give spaces but no marks when the second one guesses', () => {
    expect(agreeOnSpelling('JOSEMARIA', { text: 'JOSÉ MARÍA', confidence: 0.4 }).text).toBe('JOSE MARIA');
  });

  it('keep the first one’s capitals, and the marks that it saw itself', () => {
    expect(agreeOnSpelling('CONCEICAO', sure('CONCEIçãO')).text).toBe('CONCEIÇÃO');
    expect(agreeOnSpelling('Müller', sure('Muller')).text).toBe('Müller');
    expect(agreeOnSpelling('Müller', sure('Múller')).text).toBe('Müller');
  });

  it('take the second one’s mark where the first has no such letter', () => {
    expect(agreeOnSpelling('SCHRÓDER', sure('SCHRÖDER'))).toEqual({ text: 'SCHRÖDER', agreed: true });
    expect(agreeOnSpelling('ICISLERi', sure('İÇİŞLERİ'))).toEqual({ text: 'İÇİŞLERİ', agreed: true });
    expect(agreeOnSpelling('SWIECICKA', sure('ŚWIĘCICKA'))).toEqual({ text: 'ŚWIĘCICKA', agreed: true });
    expect(agreeOnSpelling('HAMRUN', sure('ĦAMRUN'))).toEqual({ text: 'ĦAMRUN', agreed: true });
    expect(agreeOnSpelling('Tromso', sure('Tromsø'))).toEqual({ text: 'Tromsø', agreed: true });
  });

  it('do not agree while a mark is in doubt', () => {
    expect(agreeOnSpelling('MUNOZ', { text: 'MUÑOZ', confidence: 0.6 })).toEqual({ text: 'MUÑOZ', agreed: false });
    expect(agreeOnSpelling('BESANCON', { text: 'BESANCON', confidence: 0.6 }).agreed).toBe(false);
    expect(agreeOnSpelling('JOSÉ', sure('JOSE')).agreed).toBe(false);
    expect(agreeOnSpelling('Müller', sure('Múller')).agreed).toBe(false);
    expect(agreeOnSpelling('ALi', sure('ALI')).agreed).toBe(false);
    expect(agreeOnSpelling('SMITHJONES', sure('SMITH-JONES')).agreed).toBe(false);
    expect(agreeOnSpelling('OBRIEN', sure('O’BRIEN')).agreed).toBe(false);
  });

  it('agree on a letter that the first took for a digit of its shape, inside words alone', () => {
    expect(agreeOnSpelling('64377B0LOGNA', sure('64377 BOLOGNA'))).toEqual({ text: '64377 BOLOGNA', agreed: true });
    expect(agreeOnSpelling('B0LOGNA', sure('BOLOGNA'))).toEqual({ text: 'BOLOGNA', agreed: true });
    expect(agreeOnSpelling('AB1023', sure('ABIO23')).agreed).toBe(false);
  });

  it('agree on a letter with a mark that the first took for a digit, if the second is sure of it', () => {
    expect(agreeOnSpelling('S0NDERBORG', sure('SØNDERBORG'))).toEqual({ text: 'SØNDERBORG', agreed: true });
    expect(agreeOnSpelling('11.10.1963 K0LN', sure('11.10.1963 KÖLN'))).toEqual({
      text: '11.10.1963 KÖLN',
      agreed: true,
    });
    expect(agreeOnSpelling('LU1S', sure('LUÍS'))).toEqual({ text: 'LUÍS', agreed: true });
    expect(agreeOnSpelling('K0LN', { text: 'KÖLN', confidence: 0.6 }).agreed).toBe(false);
    expect(agreeOnSpelling('AB1023', sure('ABIÖ23')).agreed).toBe(false);
  });

  it('agree on a letter that the first does not have and took for a sign, inside words alone', () => {
    expect(agreeOnSpelling('Aqua GieBen', sure('Aqua Gießen'))).toEqual({ text: 'Aqua Gießen', agreed: true });
    expect(agreeOnSpelling('Florian6polis', sure('Florianópolis'))).toEqual({ text: 'Florianópolis', agreed: true });
    expect(agreeOnSpelling('ALEJA RO之', sure('ALEJA RÓŻ'))).toEqual({ text: 'ALEJA RÓŻ', agreed: true });
    expect(agreeOnSpelling('3ENEK', sure('ŽENEK'))).toEqual({ text: 'ŽENEK', agreed: true });
    expect(agreeOnSpelling('GieBen', { text: 'Gießen', confidence: 0.6 }).agreed).toBe(false);
    // The first has these letters, and would have read them; and in a number, a digit is a digit.
    expect(agreeOnSpelling('3ENEK', sure('ZENEK')).agreed).toBe(false);
    expect(agreeOnSpelling('6TTO', sure('OTTO')).agreed).toBe(false);
    expect(agreeOnSpelling('AB3023', sure('ABŽ023')).agreed).toBe(false);
    expect(agreeOnSpelling('B0357LEV', sure('BO357LEV')).agreed).toBe(false);
  });

  it('agree on one letter that the first took for two', () => {
    expect(agreeOnSpelling('KJAER', sure('KJÆR'))).toEqual({ text: 'KJÆR', agreed: true });
    expect(agreeOnSpelling('LAETITIA OEUVRARD', sure('LÆTITIA ŒUVRARD')).text).toBe('LÆTITIA ŒUVRARD');
    expect(agreeOnSpelling('KJAER', sure('KJAER'))).toEqual({ text: 'KJAER', agreed: true });
    expect(agreeOnSpelling('1. KJAER', { ...sure('1: KJÆR'), words: [sure('1:'), sure('KJÆR')] }).agreed).toBe(true);
    // Other letters, a letter in doubt, and two letters with a space between them.
    expect(agreeOnSpelling('KJAR', sure('KJÆR')).agreed).toBe(false);
    expect(agreeOnSpelling('KJAEN', sure('KJÆR')).agreed).toBe(false);
    expect(agreeOnSpelling('KJAER', { text: 'KJÆR', confidence: 0.6 }).agreed).toBe(false);
    expect(agreeOnSpelling('ANNA ENGEL', sure('ANNÆNGEL')).agreed).toBe(false);
    expect(spacesOfSecondAlone('KJAERANNA', 'KJÆR ANNA')).toEqual([4]);
  });

  it('agree on the value behind the number of a field that the second one read otherwise', () => {
    const seen = (text: string, ...confidences: number[]) => ({
      text,
      confidence: 0.7,
      words: text.split(' ').map((word, index) => ({ text: word, confidence: confidences[index] ?? 0.95 })),
    });
    expect(agreeOnSpelling('2. REMI', seen('> RÉMI', 0.3))).toEqual({ text: '2. RÉMI', agreed: true });
    expect(agreeOnSpelling('4c. PU SIBENSKA', seen('ac. PU ŠIBENSKA'))).toEqual({
      text: '4c. PU ŠIBENSKA',
      agreed: true,
    });
    expect(agreeOnSpelling('.HAMALAINEN', seen('1. HÄMÄLÄINEN')).text).toBe('.HÄMÄLÄINEN');
    // Another value, a word that is not sure itself, a word that is cut, a letter that is no number.
    expect(agreeOnSpelling('2.MARIA', seen('2: MARIJA')).agreed).toBe(false);
    expect(agreeOnSpelling('2. REMI', seen('> RÉMI', 0.95, 0.6)).agreed).toBe(false);
    expect(agreeOnSpelling('1. IZEK', seen('1. ŽIŽEK')).agreed).toBe(false);
    expect(agreeOnSpelling('B. SMITH', seen('R. SMITH')).agreed).toBe(false);
  });

  it('agree on an apostrophe in every shape', () => {
    expect(agreeOnSpelling("O'BRIEN", sure('O’BRIEN'))).toEqual({ text: 'O’BRIEN', agreed: true });
  });

  it('agree on the caron of a capital L at the end of a word, and on no apostrophe before or behind a text that one of them alone saw', () => {
    expect(agreeOnSpelling("KRÁL'", sure('KRÁĽ'))).toEqual({ text: 'KRÁĽ', agreed: true });
    expect(agreeOnSpelling("KRÁL' JÁN", sure('KRÁĽ JÁN'))).toEqual({ text: 'KRÁĽ JÁN', agreed: true });
    for (const [first, second] of [
      ["KRÁL'", "KRÁĽ'"],
      ["KRÁL'", 'KRÁL'],
      ['KRÁL', "KRÁL'"],
      ["BÁT'", 'BÁŤ'],
      ["'OLGA", 'OLGA'],
      ['OLGA', '’OLGA'],
    ] as const) {
      expect([first, second, agreeOnSpelling(first, sure(second)).agreed]).toEqual([first, second, false]);
    }
  });

  it('agree on the caron of a capital L that the first took for an apostrophe, and never on both', () => {
    expect(agreeOnSpelling("L'UBICA", sure('ĽUBICA'))).toEqual({ text: 'ĽUBICA', agreed: true });
    expect(agreeOnSpelling("L'UBICA", sure("L'UBICA")).agreed).toBe(true);
    // One ink is not two marks, and in small letters the second reader makes this mistake.
    expect(agreeOnSpelling("L'AQUILA", sure("Ľ'AQUILA")).agreed).toBe(false);
    expect(agreeOnSpelling("d'Angelo", sure('ď’Angelo')).agreed).toBe(false);
    expect(agreeOnSpelling("l'ubomir", sure('ľubomír')).agreed).toBe(false);
    expect(agreeOnSpelling('L-UBICA', sure('ĽUBICA')).agreed).toBe(false);
    expect(agreeOnSpelling("D'UBICA", sure('ĎUBICA')).agreed).toBe(false);
  });

  it('agree on the last words where they differ in those before', () => {
    const seen = (...words: [string, number][]) => ({
      text: words.map(([text]) => text).join(' '),
      confidence: Math.min(...words.map(([, confidence]) => confidence)),
      words: words.map(([text, confidence]) => ({ text, confidence })),
    });
    const holder = seen(['Kontoinhader', 0.6], ['LUÍS', 0.95], ['BRANDÃO', 0.95]);
    expect(agreeOnSpelling('Kontoinhaber LUIS BRANDAO', holder)).toEqual({
      text: 'Kontoinhaber LUÍS BRANDÃO',
      agreed: false,
      end: { from: 13, fromInFirst: 13, words: 2 },
    });
    // Not on a name of which they spell one word differently, and not on a word that is unsure itself.
    const other = seen(['Kontoinhaber', 0.95], ['LUÍZ', 0.95], ['BRANDÃO', 0.95]);
    expect(agreeOnSpelling('Kontoinhaber LUIS BRANDAO', other).end?.from).toBe(18);
    const unsure = seen(['Kontoinhaber', 0.95], ['LUÍS', 0.95], ['BRANDÃO', 0.6]);
    expect(agreeOnSpelling('Kontoinhaber LUIS BRANDAO', unsure).end).toBeUndefined();
  });

  it('agree on the last words where a word before them is not in the page’s languages, if they accept those', () => {
    const second = {
      text: 'Müşteri ÅSE HÅLAND',
      confidence: 0.71,
      words: [
        { text: 'Müşteri', confidence: 0.71 },
        { text: 'ÅSE', confidence: 0.95 },
        { text: 'HÅLAND', confidence: 0.95 },
      ],
    };
    const isNorwegian = (text: string) => !/[^\p{ASCII}æøå]/iu.test(text);
    const { text, agreed, end } = agreeOnSpelling('Musteri ASE HALAND', second, isNorwegian);
    expect({ text, agreed, from: end?.from }).toEqual({ text: 'Musteri ÅSE HÅLAND', agreed: false, from: 8 });
    // A whole line that is not in them is not agreed on, however sure the second reader is.
    expect(agreeOnSpelling('MUSTERI', { text: 'MÜŞTERI', confidence: 0.99 }, isNorwegian).agreed).toBe(false);
    expect(
      agreeOnSpelling('ASE MUSTERI', { ...sure('ÅSE MÜŞTERI'), words: [sure('ÅSE'), sure('MÜŞTERI')] }, isNorwegian)
        .end,
    ).toBeUndefined();
  });

  it('take the case of each letter from its own word: a label may be in small letters', () => {
    expect(agreeOnSpelling('IntestatarioABIGAIL VAN HOUTEN', sure('Intestatario ABIGAIL VAN HOUTEN'))).toEqual({
      text: 'Intestatario ABIGAIL VAN HOUTEN',
      agreed: true,
    });
    expect(agreeOnSpelling('Nome do cliente LUCiA ORDONEZ', sure('Nome do cliente LUCÍA ORDÓÑEZ'))).toEqual({
      text: 'Nome do cliente LUCÍA ORDÓÑEZ',
      agreed: true,
    });
    expect(agreeOnSpelling('Nome ALi', sure('Nome ALI')).agreed).toBe(false);
  });

  it('part what the second one parts, and keep the first one’s signs', () => {
    expect(agreeOnSpelling('4362149SSP/SP', sure('4362149 SSP/SP'))).toEqual({ text: '4362149 SSP/SP', agreed: true });
    expect(agreeOnSpelling('1,95M', sure('1,95 M’')).text).toBe('1,95 M');
    expect(agreeOnSpelling('E/M', sure('E / M')).text).toBe('E / M');
    expect(agreeOnSpelling('Dr.Ana', sure('Dr Ana')).text).toBe('Dr. Ana');
  });
});

it('tells which spaces the second reading alone has, by the letters before them', () => {
  expect(spacesOfSecondAlone('AVENIDA TUPAC', 'AVE NIDA TÚPAC')).toEqual([3]);
  expect(spacesOfSecondAlone('Emision/Date', 'Emisión / Date')).toEqual([7]);
  expect(spacesOfSecondAlone('A CORUNA', 'ACORUÑA')).toEqual([]);
  expect(spacesOfSecondAlone('2. ANA MARIA', '2a) ANA MAR IA')).toEqual([8]);
});

describe('the beginning that two readings have in common', () => {
  const start = (first: string, ...words: (string | [string, number])[]) =>
    startInCommon(
      first,
      words.map((word) =>
        typeof word === 'string' ? { text: word, confidence: 0.95 } : { text: word[0], confidence: word[1] },
      ),
    );

  it('is a date before a place on which they differ', () => {
    expect(start('12.06.2005 ACORUÑA', '12.06.2005', 'A', 'CORUNA')).toBe('12.06.2005');
    expect(start('01.01.1997NA中OZPAFOS', '01.01.1997', 'ΠΑΦΟΣ', 'PAFOS')).toBe('01.01.1997');
    expect(start('3. 12 JUN 2005 BILBA0', '3.', '12', 'JUN', '2005', 'BILBAO')).toBe('3. 12 JUN 2005');
  });

  it('has no word that they read differently, that the second one guesses or that has a diacritic, and no part of a number', () => {
    expect(start('12.06.2005 BILBAO', '12.06.2006', 'BILBAO')).toBe('');
    expect(start('12.06.2005 BILBAO', ['12.06.2005', 0.7], 'BILBAO')).toBe('');
    expect(start('12 JUN 2005 BILBAO', '12', 'JÚN', '2005')).toBe('');
    expect(start('12.06.20051 BILBAO', '12.06.2005', 'BILBAO')).toBe('');
    expect(start('12.06.2005', '12.06.20051')).toBe('');
    expect(start('BILBAO 12.06.2005', 'BILBA0', '12.06.2005')).toBe('');
    expect(start('BILBAO 12', 'BILBAO', '13')).toBe('');
    expect(start('', '12.06.2005')).toBe('');
  });
});
