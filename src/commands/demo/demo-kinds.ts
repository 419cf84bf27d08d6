import type { DocumentKind } from '../../domain/document-kinds/document-kind.ts';
import { kindKeyOf } from '../../domain/document-kinds/find-kinds.ts';
import { documentKinds } from '../../domain/document-kinds/index.ts';

/** A specimen that the demo can draw: a kind of the catalogue, as pictures or as a file. */
export interface DemoKind {
  /** The word after `--kind`. */
  word: string;
  kind: DocumentKind;
  asPdf: boolean;
}

/** Short words for the kinds that people try first; every other kind has its subtype and country. */
const favourites: Readonly<Record<string, string>> = {
  passport: 'passport/any',
  visa: 'passport/any/visa',
  'id-card': 'national-id/any/id-card-td1',
  cnh: 'driving-license/BR/cnh-2022',
  'licence-us': 'driving-license/US',
  'licence-uk': 'driving-license/GB/photocard',
  bill: 'proof-of-residency/any/utility-bill',
};

const pdfEnding = '-pdf';

/** The favourites first. */
export function listDemoKinds(): DemoKind[] {
  const named = Object.entries(favourites).flatMap(([word, key]) => {
    const kind = documentKinds.find((candidate) => kindKeyOf(candidate) === key);
    return kind === undefined ? [] : [{ word, kind, asPdf: false }];
  });
  const known = new Set(named.map(({ kind }) => kind));
  const others = documentKinds
    .filter((kind) => !known.has(kind))
    .map((kind) => ({ word: wordOf(kind), kind, asPdf: false }));
  return [...named, ...others].flatMap((entry) =>
    entry.kind.type === 'proof-of-residency'
      ? [entry, { ...entry, word: entry.word + pdfEnding, asPdf: true }]
      : [entry],
  );
}

/** Undefined when no kind has this word. */
export function findDemoKind(word: string): DemoKind | undefined {
  return listDemoKinds().find((entry) => entry.word === word);
}

function wordOf({ type, subtype, country }: DocumentKind): string {
  return [subtype ?? type, country?.toLowerCase()].filter((part) => part != null).join('-');
}
