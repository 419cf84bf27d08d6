import type { DocumentKind, DocumentType, StepOf } from '../api/contract.ts';

/** What the person has said about the document so far. */
export interface DocumentChoice {
  type?: DocumentType;
  country?: string;
  /** Null: none of those that were offered. */
  subtype?: string | null;
  /** How it is handed over. */
  form?: 'photo' | 'pdf';
}

export type DocumentPage = 'document-front' | 'document-back' | 'document-page';

export type DocumentQuestion =
  | { ask: 'type'; options: readonly DocumentType[] }
  | { ask: 'country'; options: readonly string[] }
  | { ask: 'subtype'; options: readonly DocumentKind[]; kindless: boolean }
  | { ask: 'form' }
  | { ask: 'nothing'; choice: DocumentChoice; pages: readonly DocumentPage[] };

/**
 * The next question about a document, or the pages that are to be photographed. A question with one answer is not asked.
 * `countries`: every country there is, for a step that takes them all.
 */
export function nextDocumentQuestion(
  config: StepOf<'document'>['config'],
  kinds: readonly DocumentKind[],
  choice: DocumentChoice,
  countries: readonly string[],
): DocumentQuestion {
  const types = [...new Set(config.accept.map(({ type }) => type))];
  const type = choice.type ?? (types.length === 1 ? types[0] : undefined);
  if (type === undefined) return { ask: 'type', options: types };

  const accepted = config.accept.filter((entry) => entry.type === type);
  const admitted = accepted.some((entry) => entry.countries === null)
    ? countries
    : [...new Set(accepted.flatMap((entry) => entry.countries ?? []))];
  const country = choice.country ?? (admitted.length === 1 ? admitted[0] : undefined);
  if (country === undefined) return { ask: 'country', options: admitted };

  const wanted = accepted.filter((entry) => entry.countries === null || entry.countries.includes(country));
  const allowed = (kind: DocumentKind) =>
    wanted.some((entry) => entry.subtypes === null || (kind.subtype !== null && entry.subtypes.includes(kind.subtype)));
  const offered = kinds.filter((kind) => kind.type === type && kind.country === country && allowed(kind));
  const kindless = wanted.some((entry) => entry.subtypes === null);
  const subtype = choice.subtype ?? null;
  if (choice.subtype === undefined && offered.length > 1) return { ask: 'subtype', options: offered, kindless };

  if (config.allowPdf && choice.form === undefined) return { ask: 'form' };
  const only = offered.length === 1 ? offered[0] : undefined;
  const kind =
    only ??
    offered.find((one) => one.subtype === subtype) ??
    kinds.find((one) => one.type === type && one.country === null);
  // A single kind that the flow insists on need not be chosen to be meant.
  const meant = subtype ?? (kindless ? null : (only?.subtype ?? null));
  return {
    ask: 'nothing',
    choice: { type, country, subtype: meant, form: choice.form ?? 'photo' },
    pages: pagesOf(config.pages, type, kind),
  };
}

/** What a type is called on the screen: passports of which a flow takes the visas in them alone are visas. */
export function wordOfType(
  { accept }: Pick<StepOf<'document'>['config'], 'accept'>,
  type: DocumentType,
): DocumentType | 'visa' {
  const ofType = accept.filter((entry) => entry.type === type);
  const areVisas = ofType.every(({ subtypes }) => subtypes?.every((subtype) => subtype === 'visa') === true);
  return type === 'passport' && areVisas ? 'visa' : type;
}

function pagesOf(
  pages: StepOf<'document'>['config']['pages'],
  type: DocumentType,
  kind: DocumentKind | undefined,
): readonly DocumentPage[] {
  const both = ['document-front', 'document-back'] as const;
  // Letters have as many sheets as they have.
  if (type === 'proof-of-residency') return ['document-page'];
  if (pages === 'front') return ['document-front'];
  if (pages === 'front-and-back') return both;
  if (kind !== undefined) return kind.sides.includes('back') ? both : ['document-front'];
  return type === 'passport' ? ['document-front'] : both;
}
