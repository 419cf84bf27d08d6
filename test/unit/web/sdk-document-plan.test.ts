import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../../web/sdk/src/api/contract.ts';
import { choiceBefore, nextDocumentQuestion, wordOfType } from '../../../web/sdk/src/flow/document-plan.ts';

describe('questions about a document', () => {
  const kind = (more: Partial<DocumentKind>): DocumentKind => ({
    type: 'national-id',
    country: 'PT',
    subtype: 'cc',
    mustBeNamed: false,
    name: 'Card',
    sides: ['front', 'back'],
    mrzFormats: [],
    barcodes: [],
    fields: [],
    ...more,
  });
  const config = (accept: object[], more: object = {}) =>
    ({ accept, pages: 'auto', allowPdf: false, maxPdfPages: 20, capture: 'both', ...more }) as never; // A step's config.
  const id = { type: 'national-id' as const, country: 'PT' };
  const any = (type: string) => ({ type, countries: null, subtypes: null });
  const ask = (accept: object[], choice: object, kinds = [kind({})], more: object = {}) =>
    nextDocumentQuestion(config(accept, more), kinds, choice, ['PT', 'BR']);

  it('are asked only if there is more than one answer', () => {
    expect(ask([any('passport')], {})).toMatchObject({ ask: 'document', countries: ['PT', 'BR'] });
    expect(ask([{ ...any('passport'), countries: ['PT'] }], {}).ask).toBe('nothing');
    expect(ask([any('national-id')], id, [kind({}), kind({ subtype: 'old' })]).ask).toBe('subtype');
    expect(ask([any('passport')], { type: 'passport', country: 'PT' }, [], { allowPdf: true }).ask).toBe('form');
  });

  it('offer each country that the flow accepts, and for each the types that it accepts there', () => {
    const question = ask(
      [
        { ...any('passport'), countries: ['BR'] },
        { ...any('national-id'), countries: ['PT'] },
      ],
      {},
    );
    if (question.ask !== 'document') throw new Error(question.ask);
    expect(question.countries).toEqual(['BR', 'PT']);
    expect(question.countries.map(question.typesIn)).toEqual([['passport'], ['national-id']]);
    const one = ask([any('passport'), { ...any('national-id'), countries: ['PT'] }], {});
    expect(one.ask === 'document' && [one.typesIn('PT'), one.typesIn('DE')]).toEqual([
      ['passport', 'national-id'],
      ['passport'],
    ]);
  });

  it('lead back one question at a time, with the country as it was chosen', () => {
    const [kinds, pdf] = [[kind({}), kind({ subtype: 'old' })], { allowPdf: true }];
    const before = (choice: object, known: DocumentKind[] = kinds) =>
      choiceBefore(config([any('passport'), any('national-id')], pdf), known, choice, ['PT', 'BR']);
    const card = { ...id, subtype: 'cc' };
    expect(before({ ...card, form: 'photo' })).toEqual(card);
    expect(before(card)).toEqual(id);
    expect(before(id)).toEqual({ country: 'PT' });
    expect(before({ country: 'PT' })).toBeNull();
    // Going back skips a question that was not asked.
    expect(before(id, [kind({})])).toEqual({ country: 'PT' });
  });

  it('call a passport a visa if the flow accepts only visas', () => {
    const word = (accept: object[]) => wordOfType(config(accept), 'passport');
    const visa = { ...any('passport'), subtypes: ['visa'] };
    expect(word([visa, any('national-id')])).toBe('visa');
    expect(word([visa, any('passport')])).toBe('passport');
    expect(word([any('passport')])).toBe('passport');
  });

  it('end in the sides that the kind has, or that the flow asks for', () => {
    const pages = (type: string, kinds: DocumentKind[], more: object = {}) =>
      ask([any(type)], { type, country: 'PT' }, kinds, more);
    expect(pages('national-id', [kind({})])).toMatchObject({ pages: ['document-front', 'document-back'] });
    expect(pages('national-id', [kind({ sides: ['front'] })])).toMatchObject({ pages: ['document-front'] });
    expect(pages('national-id', [], { pages: 'front' })).toMatchObject({ pages: ['document-front'] });
    expect(pages('passport', [])).toMatchObject({ pages: ['document-front'] });
    expect(pages('proof-of-residency', [])).toMatchObject({ pages: ['document-page'] });
  });

  it('name a single kind for the person only if the flow insists on it', () => {
    const meant = (subtypes: string[] | null) => ask([{ ...any('national-id'), subtypes }], id);
    expect(meant(null)).toMatchObject({ choice: { subtype: null } });
    expect(meant(['cc'])).toMatchObject({ choice: { subtype: 'cc' } });
  });
});
