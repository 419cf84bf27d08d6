import { haveSameLanguages } from '../../domain/documents/page-languages.ts';
import { findKinds } from '../../domain/document-kinds/find-kinds.ts';
import type { DocumentKind } from '../../domain/document-kinds/document-kind.ts';
import type { MediaKind } from '../../domain/media/media-kind.ts';
import type { StepConfig, StepSubmit } from '../define-step-schema.ts';
import type { documentSchema } from './schema.ts';

type Config = StepConfig<typeof documentSchema>;
type Input = StepSubmit<typeof documentSchema>;

/** Sheets of a letter, photographed one by one. */
const mostSheets = 20;

/** The most files of each kind in one attempt: sides of a card, sheets of a letter, and PDFs if the flow allows them. */
export function filesOf(config: Config): Partial<Record<MediaKind, number>> {
  const takesLetters = config.accept.some(({ type }) => type === 'proof-of-residency');
  const hasBack =
    config.pages === 'front-and-back' || acceptedKinds(config).some(({ sides }) => sides.includes('back'));
  return {
    'document-front': 1,
    ...(config.pages !== 'front' && hasBack && { 'document-back': 1 }),
    ...(config.presence !== 'off' && { 'document-film': 1 }),
    ...((takesLetters || config.allowPdf) && { 'document-page': takesLetters ? mostSheets : 1 }),
  };
}

/**
 * The kinds of file of which at least one must be present before a submit. `auto`: the sides that every possible kind has; pages of a
 * letter or a PDF stand for all sides.
 */
export function neededKinds(config: Config, input: Input, given: readonly MediaKind[]): MediaKind[] {
  const takesPages = config.allowPdf || input.documentType === 'proof-of-residency';
  if (takesPages && given.includes('document-page')) return ['document-page'];
  if (config.pages === 'front') return ['document-front'];
  if (config.pages === 'front-and-back') return ['document-front', 'document-back'];
  const meant = meantKinds(input);
  const hasBack = meant.length > 0 && meant.every(({ sides }) => sides.includes('back'));
  return hasBack ? ['document-front', 'document-back'] : ['document-front'];
}

/** Kinds of the country itself, if the catalogue has any. */
function meantKinds({ documentType: type, country, subtype }: Input): DocumentKind[] {
  const kinds = findKinds({ type, country, subtype });
  const ofCountry = kinds.filter((kind) => country !== undefined && kind.country === country);
  return ofCountry.length > 0 ? ofCountry : kinds;
}

/** A country whose languages every accepted document has; null when they differ, or when every country is accepted. */
export function expectedCountry({ accept }: Config): string | null {
  const countries = accept.flatMap(({ countries }) => countries ?? [null]);
  const [first = null] = countries;
  const isCommon = countries.every((country) => country !== null && haveSameLanguages(country, first));
  return isCommon ? first : null;
}

function acceptedKinds({ accept }: Config): DocumentKind[] {
  return accept.flatMap(({ type, countries }) =>
    (countries ?? [undefined]).flatMap((country) => findKinds({ type, country })),
  );
}
