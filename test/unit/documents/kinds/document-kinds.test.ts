import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isCountryCode } from '../../../../src/domain/documents/country-code.ts';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { findKinds, kindKeyOf } from '../../../../src/domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import { defineKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import { monthNamesOf, monthOfWord } from '../../../../src/domain/printed-dates/month-names.ts';
import { unreadablePartsOf } from '../../../support/documents/unreadable-parts.ts';
import { nationalRules } from '../../../../src/domain/national-numbers/index.ts';

const folder = new URL('../../../../src/domain/document-kinds/', import.meta.url);
const files = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(new URL(`${name}/`, folder)).map((file) => `${name}/${file}`));
const keyed = documentKinds.map((kind) => [kindKeyOf(kind), kind] as const);

describe('the catalogue', () => {
  it('lists every file of its folders', async () => {
    const keys = new Set(keyed.map(([key]) => key));
    expect(files.length).toBeGreaterThan(25);
    for (const file of files) {
      const module = (await import(new URL(file, folder).href)) as Record<
        string,
        DocumentKind | readonly DocumentKind[]
      >;
      const kinds = Object.values(module).flat();
      expect([file, kinds.length > 0 && kinds.every((kind) => keys.has(kindKeyOf(kind)))]).toEqual([file, true]);
    }
    expect(documentKinds.length).toBeGreaterThanOrEqual(files.length);
  });

  it('has only one kind for each type, country and subtype', () => {
    const keys = keyed.map(([key]) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('knows a kind for every type and every rule', () => {
    expect(new Set(documentKinds.map(({ type }) => type))).toEqual(
      new Set(['passport', 'national-id', 'driving-license', 'proof-of-residency']),
    );
    const used = new Set(documentKinds.flatMap(({ fields }) => fields.map(({ rule }) => rule)));
    expect(Object.keys(nationalRules).filter((name) => !used.has(name as keyof typeof nationalRules))).toEqual([]);
  });
});

describe.each(keyed)('%s', (_key, kind) => {
  it('belongs to a country that exists, and has a name and a subtype that the contract accepts', () => {
    if (kind.country !== null) expect(isCountryCode(kind.country)).toBe(true);
    if (kind.subtype !== null) expect(kind.subtype).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(kind.name.length).toBeGreaterThan(3);
    expect(kind.languages.length).toBeGreaterThan(0);
  });

  it('prints everything on sides that it has', () => {
    const named = [
      ...kind.fields.map(({ side }) => side),
      ...kind.barcodes.map(({ side }) => side),
      ...Object.keys(kind.marks),
      ...(kind.mrz === null ? [] : [kind.mrz.side]),
      ...(kind.portrait === null ? [] : [kind.portrait]),
    ];
    expect(named.filter((side) => !(kind.sides as readonly string[]).includes(side))).toEqual([]);
    expect(kind.mrz?.formats.length ?? 1).toBeGreaterThan(0);
    expect(kind.mrz?.codes.length ?? 1).toBeGreaterThan(0);
  });

  it('prints months and letters that can be read', () => {
    expect(kind.languages.filter((language) => monthNamesOf(language).length !== 12)).toEqual([]);
    // These print Latin letters in addition to their own.
    const printsLatin = ['BG', 'CY', 'GR', 'TH'].includes(kind.country ?? '');
    const script = kind.country === null ? 'Latn' : new Intl.Locale(`und-${kind.country}`).maximize().script;
    expect([script, script === 'Latn' || printsLatin]).toEqual([script, true]);
  });

  it('can be read: its months, the label of every required field, and a mark of each side', () => {
    expect(unreadablePartsOf(kind)).toEqual([]);
  });

  it('can be told from other kinds: by a zone, a standard barcode, or marks', () => {
    const isTold = kind.mrz !== null || kind.barcodes.some(({ standard }) => standard !== null);
    expect(isTold || (kind.marks[kind.sides[0] ?? 'front'] ?? []).length > 0).toBe(true);
  });

  it('has a label for every field, a shape for one without, and one field of a name on a side', () => {
    for (const { name, labels, mostLines } of kind.fields) {
      expect([name, labels.length > 0 && labels.every((label) => label.trim() !== '')]).toEqual([name, true]);
      expect(mostLines).toBeGreaterThan(0);
    }
    const places = kind.fields.filter(({ form }) => form !== 'name').map(({ name, side }) => `${side}/${name}`);
    expect(new Set(places).size).toBe(places.length);
    for (const { name, place, shape } of kind.fields)
      expect([name, place !== 'anywhere' || shape !== null]).toEqual([name, true]);
  });

  it('shares a label only among fields that can be distinguished', () => {
    for (const field of kind.fields) {
      const sharing = kind.fields.filter(
        (other) => other.side === field.side && other.labels.some((label) => field.labels.includes(label)),
      );
      const texts = sharing.filter(({ form }) => form === 'text' || form === 'address');
      expect([field.name, texts.length < 2]).toEqual([field.name, true]);
    }
  });

  it('names its holder and, if it expires, its expiry date', () => {
    const names = new Set(kind.fields.filter(({ required }) => required).map(({ name }) => name));
    expect(names.has('fullName') || names.has('familyNames') || kind.mrz !== null).toBe(true);
    if (kind.expires && kind.type !== 'proof-of-residency') {
      expect(kind.mrz !== null || kind.fields.some(({ name }) => name === 'dateOfExpiry')).toBe(true);
    }
  });

  it('has shapes that the examples of their rules match', () => {
    for (const { name, shape, rule } of kind.fields) {
      if (shape === null || rule === null) continue;
      const drawn = nationalRules[rule].example({ integer: (least) => least });
      const wanted = shape.replace(/[^A-Za-z0-9]/g, '').length;
      expect([name, Math.abs(drawn.length - wanted) <= 1]).toEqual([name, true]);
    }
  });
});

describe('finding kinds', () => {
  it('gives those of the country and those for any country', () => {
    const keys = findKinds({ type: 'driving-license', country: 'BR', subtype: 'cnh-2022' }).map(kindKeyOf);
    expect(keys).toEqual(['driving-license/BR/cnh-2022']);
    expect(findKinds({ type: 'passport', country: 'PT' }).map(kindKeyOf)).toEqual([
      'passport/any',
      'passport/any/refugee-travel-document',
    ]);
    expect(findKinds({ type: 'driving-license', country: 'PT', subtype: 'no-such' })).toEqual([]);
    expect(findKinds({ type: 'passport', subtype: 'visa' }).map(kindKeyOf)).toEqual(['passport/any/visa']);
  });
});

describe('a kind in a language that no kind has had before', () => {
  const draft = { type: 'national-id', country: 'CZ', subtype: 'trial', name: 'Trial', size: 'id-1' } as const;
  const kindIn = (language: string, label: string) =>
    defineKind({
      ...draft,
      languages: [language],
      sides: ['front'],
      dates: { pattern: 'dd mmmm yyyy', calendar: 'gregorian' },
      marks: { front: [label] },
      fields: [{ name: 'dateOfExpiry', labels: [label] }],
    });

  it('gets its months from Unicode, alone and in a date', () => {
    expect(unreadablePartsOf(kindIn('cs', 'Platnost do'))).toEqual([]);
    expect(['LEDEN', 'LEDNA', 'CERVEN', 'CERVENEC'].map((word) => monthOfWord(word, ['cs']))).toEqual([1, 1, 6, 7]);
  });

  it.each([
    ['in a script that the recogniser does not know', 'ka', 'მოქმედების ვადა', ['months', 'dateOfExpiry', 'front']],
    ['with months in such a script', 'ka', 'Valid until', ['months']],
    ['in a language that does not exist', 'qq', 'Valid until', ['months']],
  ])('is refused %s', (_name, language, label, parts) => {
    expect(unreadablePartsOf(kindIn(language, label))).toEqual(parts);
  });
});
