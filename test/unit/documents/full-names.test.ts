import { describe, expect, test } from 'vitest';
import { compareFullNames } from '../../../src/steps/document/names-agree.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';

type Names = readonly [string, ...string[]];

/** Names that begin, end or contain each other, as those of relatives do. */
const given: Names = [
  'IVAN',
  'IVANA',
  'IVANKA',
  'ANNA',
  'HANNA',
  'JOHANNA',
  'MARI',
  'MARIA',
  'MARIANA',
  'LI',
  'WEI',
  'LEE',
  'CARL',
];
const family: Names = [
  'PETROV',
  'PETROVA',
  'PETROVSKI',
  'SMITH',
  'SMITHERS',
  'LI',
  'LEE',
  'ROSA',
  'DELAROSA',
  'MARTIN',
  'MARTINEZ',
];

const isSame = (one: string, other: string) =>
  [compareFullNames(one, other), compareFullNames(other, one)].every((likeness) => likeness === 'same');

describe('two people', () => {
  test.each([
    ['IVAN PETROV', 'IVANA PETROVA'],
    ['JOHN SMITH', 'JOHNSON SMITHERS'],
    ['LI LI', 'LI WEI'],
    ['WEI LI', 'LI LI'],
    ['ANNA MARIA', 'HANNA MARIA ROSA'],
    ['J SMITH', 'ROBERT SMITH'],
    // A zone cuts one word of a name that fills it, and no word of a shorter name.
    ['ANA MARIA FERNANDES RODRIGUES', 'ANABELA MARIANA FERNANDES RODRIGUES'],
    ['ANA FERNANDES', 'ANABELA FERNANDES RODRIGUES DA SILVA'],
    ['CARL CONSTANTINE MONTGOMERY', 'CARLOTTA CONSTANTINE MONTGOMERYSHIRE'],
  ])('%s and %s are not the same', (one, other) => {
    expect([compareFullNames(one, other), compareFullNames(other, one)]).not.toContain('same');
  });

  test('of whom one has another given name or another family name are never the same', () => {
    const all = given.flatMap((first) => family.map((last) => [first, last] as const));
    const wrong = all.flatMap(([first, last]) =>
      all
        .filter(
          ([otherFirst, otherLast]) => [first, last].sort().join(' ') !== [otherFirst, otherLast].sort().join(' '),
        )
        .filter(
          ([otherFirst, otherLast]) => compareFullNames(`${first} ${last}`, `${otherFirst} ${otherLast}`) === 'same',
        )
        .map((other) => `${first} ${last} = ${other.join(' ')}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('one person', () => {
  test.each([
    ['MARIA DE LA CRUZ', 'MARIA DELACRUZ'],
    ['SEAN OBRIEN', "Seán O'Brien"],
    ['J SMITH', 'JOHN SMITH'],
    ['MARIA SILVA', 'MARIA DOS SANTOS SILVA'],
    ['ERIKSSON ANNA MARIA', 'Anna Maria Eriksson'],
    ['JUERGEN MUELLER', 'Jürgen Müller'],
    // Cut to the 39 letters of a passport.
    ['PAPATHANASOPOULOU KONSTANTINA ALEX', 'KONSTANTINA ALEXANDRA PAPATHANASOPOULOU'],
  ])('%s and %s are the same', (one, other) => {
    expect(isSame(one, other)).toBe(true);
  });

  test('is the same in any order of the words, without spaces between them, and without a middle name', () => {
    const random = createRandom(1);
    const pick = (names: Names) => random.pick(names);
    for (let round = 0; round < 300; round += 1) {
      const words = [pick(given), pick(given), pick(family), pick(family)];
      const [first = '', middle = '', last = '', second = ''] = words;
      const name = words.join(' ');
      const spellings = [
        [last, second, first, middle].join(' '),
        `${first}${middle} ${last} ${second}`,
        `${first} ${middle} ${last}${second}`,
        `${first} ${last} ${second}`,
      ];
      for (const spelling of spellings) expect(isSame(name, spelling), `${name} = ${spelling}`).toBe(true);
    }
  });
});

describe('names with letters that are not Latin, or with none', () => {
  test.each([
    ['ИВАН ПЕТРОВ', 'IVAN PETROV'],
    ['17', '18'],
    ['17', '17'],
    ['ИВАН ПЕТРОВ', 'ГЕОРГИ ДИМИТРОВ'],
    ['ANNA MARIA ERIKSSON', 'ANNA MARIA ЕRIKSSON'],
    ['IVAN ALEX ИВАНОВ', 'IVAN ALEX PETROV'],
    ['IVAN ALEX ИВАНОВ', 'IVAN ALEX ПЕТРОВ'],
  ])('%s and %s may name one person, and stay a doubt', (one, other) => {
    expect([compareFullNames(one, other), compareFullNames(other, one)]).toEqual(['similar', 'similar']);
  });

  test('are the same if every letter is, and different if the Latin ones are', () => {
    expect(compareFullNames('Иван Петров', 'ИВАН ПЕТРОВ')).toBe('same');
    expect(compareFullNames('IVAN ИВАНОВ', 'PETRA SCHULZ')).toBe('different');
  });
});
