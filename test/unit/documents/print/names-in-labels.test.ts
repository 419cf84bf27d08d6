import { describe, expect, it, test } from 'vitest';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import { labelsOf, resemblesLabels } from '../../../../src/steps/document/visual/find-labels.ts';
import { areErrorsSpread, squeezeText } from '../../../../src/steps/document/visual/squeeze-text.ts';

/** Of many countries, eight letters or more. */
const names = [
  'AKINFENWA',
  'ALESSANDRO',
  'BALCEROWICZ',
  'BENEDIKTSSON',
  'CHRISTENSEN',
  'DIMITRIADIS',
  'ECHEVERRIA',
  'FERNANDES',
  'GEORGESCU',
  'GUNNARSDOTTIR',
  'HAJDUKOVA',
  'JANKAUSKAS',
  'KOWALCZYK',
  'KRISTJANSDOTTIR',
  'LINDQVIST',
  'MBEKIZWE',
  'MUKHERJEE',
  'NIKOLAIDIS',
  'OKONKWOS',
  'PETROVIC',
  'RATTANAKOSIN',
  'SCHNEIDER',
  'SILVEIRA',
  'THORVALDSEN',
  'VASCONCELOS',
  'WOJCIECHOWSKA',
  'YILDIRIM',
  'ZAKARIAS',
  'ZIELINSKI',
];

const passport = documentKinds.find(({ type, country }) => type === 'passport' && country === null);
const labelsWith = (kind: DocumentKind | undefined) => (kind === undefined ? [] : labelsOf(kind));

describe('a line that resembles labels', () => {
  it('never has a true name of eight letters or more in place of a part of a label', () => {
    const labels = labelsWith(passport).filter(({ squeezed }) => squeezed.length >= 10);
    const hidden = labels.flatMap((label) =>
      names.flatMap((name) =>
        Array.from({ length: label.squeezed.length + 1 }, (_, at) =>
          [name.length - 1, name.length, name.length + 1].map(
            (replaced) => label.squeezed.slice(0, at) + name + label.squeezed.slice(at + replaced),
          ),
        )
          .flat()
          .filter((text) => resemblesLabels(squeezeText(text), [label])),
      ),
    );
    expect(labels.length).toBeGreaterThan(40);
    expect(hidden).toEqual([]);
  });

  test.each([
    ['NAZMSKOSURNNE', 'NAZWISKOSURNAME'],
    ['OBYVKATELSTOUNATIONALITY', 'OBYWATELSTWONATIONALITY'],
    ['DATAURODZENIADATEOFDIRTH', 'DATAURODZENIADATEOFBIRTH'],
    ['IMONAGIVENNAMES', 'IMIONAGIVENNAMES'],
  ])('may be misread in several places, as small letters are: %s for %s', (read, label) => {
    expect(resemblesLabels(squeezeText(read), [{ squeezed: label }])).toBe(true);
  });
});

test('errors are spread if no letters in a row have more than the most', () => {
  const window = { letters: 8, most: 2 };
  expect(areErrorsSpread('DATEOFBIRTHPLACE', 'DATEOFBIRTHPLACE', window)).toBe(true);
  expect(areErrorsSpread('DATEOFBIRTHPLACE', 'DXXEOFBIRTHPLXXE', window)).toBe(true);
  expect(areErrorsSpread('DATEOFBIRTHPLACE', 'DATEXXXIRTHPLACE', window)).toBe(false);
  expect(areErrorsSpread('DATEOFBIRTHPLACE', 'DATEOFBIRTHPXXXLACE', window)).toBe(false);
  expect(areErrorsSpread('DATEOFBIRTHPLACE', 'DATEOFBIRCE', window)).toBe(false);
});
