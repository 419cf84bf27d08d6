import { expect, test } from 'vitest';
import { endsInInk, isInInk } from '../../../../../src/adapters/native/spelling/is-in-ink.ts';
import { createRandom, type Random } from '../../../../../specimens/drawing/create-random.ts';
import { isFullSuite, sampleOf } from '../../../../support/sample-of.ts';
import { drawLine, placeWords, widthOfLine } from '../../../../support/documents/draw-line.ts';

/** Values as cards print them, in the letters of many languages. */
const values = [
  'LOGROÑO', 'IÑÁRRITU', 'ÁLVARO', 'ŚWIĘCICKA', 'ALEJA RÓŻ', 'ÜMİT GÜNEŞ', 'İÇİŞLERİ BAKANLIĞI', 'ONDŘEJ', 'ŽIŽEK', 'PÉTER', 'SZABÓ',
  'KŐSZEG', 'ÅRHUS', 'MARSEILLE', 'BESANÇON', 'MADRID', 'DORTMUND', 'BRAȘOV', 'TÂRGU MUREȘ', 'KAUNAS', 'ŠIAULIAI', 'Logroño', 'São Paulo',
  'Besançon', 'Kraków', 'Maria Rosa', 'Ömer', 'Ungureanu', 'Mělník',
] as const; // prettier-ignore

/** For a letter, what a reader may take it for. */
const markedAs: Readonly<Record<string, string>> = {
  A: 'Á', E: 'É', O: 'Ó', U: 'Ú', I: 'İ', N: 'Ñ', S: 'Ş', C: 'Ç', Z: 'Ż', R: 'Ř', G: 'Ğ', a: 'á', e: 'é', o: 'ó', u: 'ú', n: 'ñ', s: 'ș',
  c: 'ç', z: 'ž', r: 'ř',
}; // prettier-ignore

/** Wavy lines in any colour but the print's, some of them right above or below the capitals. */
function drawGuilloche(random: Random, widthPx: number): string {
  const lines = Array.from({ length: random.integer(3, 7) }, () => {
    const base = random.pick([8, 9, 10, 34, 35, 36, random.integer(4, 40)]);
    const [swing, wave, phase] = [random.number(0.5, 5), random.number(0.02, 0.09), random.number(0, 6)];
    const points = Array.from({ length: Math.ceil(widthPx / 4) + 1 }, (_, index) => {
      return `${index * 4},${(base + swing * Math.sin(index * 4 * wave + phase)).toFixed(1)}`;
    });
    return `<polyline points="${points.join(' ')}"/>`;
  });
  const colour = `hsl(${random.integer(0, 359)},${random.integer(40, 95)}%,${random.integer(55, 82)}%)`;
  return `<g fill="none" stroke="${colour}" stroke-width="${random.number(1, 2.2).toFixed(1)}">${lines.join('')}</g>`;
}

const drawings = values.flatMap((value, index) =>
  sampleOf([0, 1, 2], 1).map((turn) => ({ value, seed: 100 * turn + index })),
);

async function drawValue(value: string, seed: number) {
  const random = createRandom(seed);
  const typeface = random.pick(['regular', 'bold'] as const);
  const behind = drawGuilloche(random, widthOfLine(value, typeface));
  const line = await drawLine(value, {
    typeface,
    behind,
    above: random.pick(['', 'Lugar de origen', 'gyqpj gjpqy gjy pqgj']),
  });
  const isShown = (read: string) => {
    const words = placeWords(line, value, { read, typeface });
    return isInInk({ first: value, text: read, second: { text: read, words }, from: 0 }, line.cut, []);
  };
  const endsOf = (read: string) => {
    const words = placeWords(line, value, { read, typeface });
    return [...endsInInk({ first: value, text: read, second: { text: read, words }, from: 0 }, line.cut, [])];
  };
  return { isShown, endsOf };
}

test('a mark that a reader adds to a letter does not count, even if guilloche crosses it or ink hangs from the line above', async () => {
  let claimed = 0;
  const counted: string[] = [];
  for (const { value, seed } of drawings) {
    const { isShown } = await drawValue(value, seed);
    const letters = Array.from(value);
    for (const [index, letter] of letters.entries()) {
      const other = markedAs[letter];
      if (other === undefined) continue;
      claimed += 1;
      const read = letters.with(index, other).join('');
      if (isShown(read)) counted.push(`${value} as ${read} (${seed})`);
    }
  }
  expect(claimed).toBeGreaterThan(isFullSuite ? 300 : 100);
  expect(counted).toEqual([]);
});

test('an end of a line counts by its own ink: behind a made-up mark of the label, and never with a made-up mark in it', async () => {
  let claimed = 0;
  const counted: string[] = [];
  for (const [index, value] of [...values.entries()].filter(([at]) => isFullSuite || at % 3 === 0)) {
    const { endsOf } = await drawValue(`Numero ${value}`, index);
    // Guilloche may hide a mark that is printed, so that fewer ends count.
    if (!/[^\p{ASCII}]/u.test(value)) expect(endsOf(`Número ${value}`)[0]).toBe('Número '.length);
    const letters = Array.from(`Numero ${value}`);
    for (const [at, letter] of letters.entries()) {
      const other = markedAs[letter];
      if (other === undefined) continue;
      claimed += 1;
      const read = letters.with(at, other).join('');
      if (endsOf(read).some((from) => from <= at)) counted.push(read);
    }
  }
  expect(claimed).toBeGreaterThan(isFullSuite ? 150 : 50);
  expect(counted).toEqual([]);
});

/** Marks of one stroke or sign, and those of two that a reader may take them for. */
const takenForTwo: Readonly<Record<string, readonly string[]>> = {
  Á: ['Ä'], É: ['Ë'], Í: ['Ï'], Ó: ['Ö', 'Ő'], Ú: ['Ü', 'Ű'], Â: ['Ä'], Ê: ['Ë'], Î: ['Ï'], Ô: ['Ö', 'Ő'], Û: ['Ü', 'Ű'], Ã: ['Ä'],
  Õ: ['Ö', 'Ő'], Å: ['Ä'], Ă: ['Ä'], Ě: ['Ë'], Ů: ['Ü', 'Ű'], Ā: ['Ä'], Ō: ['Ö', 'Ő'],
}; // prettier-ignore
const ofOne = [
  'GYÓRI',
  'PÉTER',
  'LUCÍA',
  'ÂU',
  'SIÂN',
  'CÔTÉ',
  'JOÃO',
  'SIMÕES',
  'ÅSE',
  'BĂLAN',
  'ZDENĚK',
  'RŮŽA',
  'JÚLIA',
  'BÛ',
  'INĀRĀ',
];
const sizes = [1, 2, 3].flatMap((scale) => [0, 4, 7].map((room) => ({ scale, room })));

test('a mark of one sign is none of two, however small or large the line is', async () => {
  let claimed = 0;
  const counted: string[] = [];
  for (const [turn, value] of ofOne.entries()) {
    for (const [index, size] of sizes.entries()) {
      // The quick suite tries a third of the sizes, other ones with each value.
      if (!isFullSuite && index % 3 !== turn % 3) continue;
      const typeface = (turn + index) % 2 === 0 ? 'bold' : 'regular';
      const behind =
        index % 3 === 0 ? '' : drawGuilloche(createRandom(turn * 31 + index), widthOfLine(value, typeface));
      const line = await drawLine(value, { ...size, typeface, behind });
      for (const [at, letter] of Array.from(value).entries()) {
        for (const other of takenForTwo[letter] ?? []) {
          claimed += 1;
          const read = Array.from(value).with(at, other).join('');
          const words = placeWords(line, value, { read, typeface });
          const part = { first: value, text: read, second: { text: read, words }, from: 0 };
          if (isInInk(part, line.cut, [])) counted.push(`${value} as ${read} ${JSON.stringify(size)} ${typeface}`);
        }
      }
    }
  }
  expect(claimed).toBeGreaterThan(isFullSuite ? 200 : 60);
  expect(counted).toEqual([]);
});

test('the strokes of a double acute, and dots, count where they touch in the line as its readers get it', async () => {
  const doubted: string[] = [];
  for (const value of ['GYŐRI', 'KŐSZEG', 'TŰNDE', 'ERDŐ', 'MÜLLER', 'ÖMER']) {
    for (const typeface of ['regular', 'bold'] as const) {
      for (const room of [0, 4, 7]) {
        const line = await drawLine(value, { typeface, scale: 2, room });
        const words = placeWords(line, value, { typeface });
        const part = { first: value, text: value, second: { text: value, words }, from: 0 };
        if (!isInInk(part, line.cut, [])) doubted.push(`${value} ${typeface} ${room}`);
      }
    }
  }
  expect(doubted).toEqual([]);
});

test('in a short line that leans, printed marks count and no others do', async () => {
  const wrong: string[] = [];
  for (const value of ['INĀRĀ', 'LUCÍA', 'ZIVA', 'EVA', 'ANNA', 'MARIA', 'IRINA', 'NÓRA']) {
    for (const degrees of sampleOf([-2, 1.5, -1, 1, -1.5, 2], 2)) {
      for (const typeface of ['regular', 'bold'] as const) {
        const line = await drawLine(value, { typeface, degrees, scale: 2 });
        const isShown = (read: string) => {
          const words = placeWords(line, value, { read, typeface });
          return isInInk({ first: value, text: read, second: { text: read, words }, from: 0 }, line.cut, []);
        };
        if (/[^\p{ASCII}]/u.test(value) && !isShown(value)) wrong.push(`${value} ${degrees} ${typeface}`);
        for (const [at, letter] of Array.from(value).entries()) {
          const read = Array.from(value)
            .with(at, markedAs[letter] ?? letter)
            .join('');
          if (read !== value && isShown(read)) wrong.push(`${value} as ${read} ${degrees} ${typeface}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('a mark that a reader moves from its letter to another does not count', async () => {
  const { isShown } = await drawValue('GARCÍA', 1);
  expect(isShown('GÁRCIA')).toBe(false);
  expect(isShown('GARCIÁ')).toBe(false);
});

test('marks that are printed count, on plain paper in every value', async () => {
  const doubted: string[] = [];
  for (const value of values) {
    for (const typeface of ['regular', 'bold'] as const) {
      const line = await drawLine(value, { typeface });
      const words = placeWords(line, value, { typeface });
      const part = { first: value, text: value, second: { text: value, words }, from: 0 };
      if (!isInInk(part, line.cut, [])) doubted.push(`${value} ${typeface}`);
    }
  }
  expect(doubted).toEqual([]);
});

test('a mark counts only where its reader says at which letter it is, and where the line has contrast', async () => {
  const line = await drawLine('ÁLVARO');
  const words = placeWords(line, 'ÁLVARO');
  const shows = (seen: typeof words, cut = line.cut) =>
    isInInk({ first: 'ALVARO', text: 'ÁLVARO', second: { text: 'ÁLVARO', words: seen }, from: 0 }, cut, []);
  expect(shows(words)).toBe(true);
  expect(shows(words.map(({ middles: _, ...word }) => word))).toBe(false);
  const { upright, upsideDown } = line.cut;
  const blank = { ...upright, pixels: new Float32Array(upright.pixels.length).fill(200) };
  expect(shows(words, { upright: blank, upsideDown })).toBe(false);
});
