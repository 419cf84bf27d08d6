import type { DocumentKind, DocumentType, StepOf } from '../api/contract.ts';

/** The person's choices about the document so far. */
export interface DocumentChoice {
  type?: DocumentType;
  country?: string;
  /** Null: none of the offered ones. */
  subtype?: string | null;
  /** The way in which the person supplies it. */
  form?: 'photo' | 'pdf';
}

export type DocumentPage = 'document-front' | 'document-back' | 'document-page';

export type DocumentQuestion =
  /** Country and type, on one screen. `typesIn`: the types that the flow accepts from a country. */
  | { ask: 'document'; countries: readonly string[]; typesIn: (country: string) => readonly DocumentType[] }
  | { ask: 'subtype'; options: readonly DocumentKind[]; kindless: boolean }
  | { ask: 'form' }
  | { ask: 'nothing'; choice: DocumentChoice; pages: readonly DocumentPage[] };

/**
 * The next question about a document, or the pages to photograph. A question with one answer is not asked. `countries`: every country, for
 * a step that accepts all of them.
 */
export function nextDocumentQuestion(
  config: StepOf<'document'>['config'],
  kinds: readonly DocumentKind[],
  choice: DocumentChoice,
  countries: readonly string[],
): DocumentQuestion {
  const { accept } = config;
  const typesIn = (country: string) => [
    ...new Set(accept.filter((entry) => entry.countries?.includes(country) ?? true).map(({ type }) => type)),
  ];
  const admitted = accept.some((entry) => entry.countries === null)
    ? countries
    : [...new Set(accept.flatMap((entry) => entry.countries ?? []))];
  const country = choice.country ?? (admitted.length === 1 ? admitted[0] : undefined);
  const types = country === undefined ? [] : typesIn(country);
  const type = choice.type ?? (types.length === 1 && admitted.length === 1 ? types[0] : undefined);
  if (country === undefined || type === undefined) return { ask: 'document', countries: admitted, typesIn };

  const accepted = accept.filter((entry) => entry.type === type);
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

/** The choice without the answer to the last question that was asked, for a step back. Null at the first question. */
export function choiceBefore(
  config: StepOf<'document'>['config'],
  kinds: readonly DocumentKind[],
  choice: DocumentChoice,
  countries: readonly string[],
): DocumentChoice | null {
  let before = choice;
  // The country stays as chosen: it is a field of the first screen, and its type is the answer that continues.
  for (const key of ['form', 'subtype', 'type'] as const) {
    if (before[key] === undefined) continue;
    const { [key]: _answer, ...rest } = before;
    before = rest;
    if (nextDocumentQuestion(config, kinds, before, countries).ask !== 'nothing') return before;
  }
  return null;
}

/** The name of a type on the screen: where a flow accepts only the visas of passports, they are called visas. */
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
  // Letters may have any number of sheets.
  if (type === 'proof-of-residency') return ['document-page'];
  if (pages === 'front') return ['document-front'];
  if (pages === 'front-and-back') return both;
  if (kind !== undefined) return kind.sides.includes('back') ? both : ['document-front'];
  return type === 'passport' ? ['document-front'] : both;
}
