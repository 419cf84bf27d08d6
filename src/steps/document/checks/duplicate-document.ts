import { z } from 'zod';
import type { History } from '../../../domain/ports/history.ts';
import { documentTypes } from '../../../domain/documents/document-type.ts';
import { indexedValuesOf, issuedDocumentOf, type IndexedValue, type Traits } from '../../../domain/traits.ts';
import type { DocumentCheck } from '../document-evidence.ts';

type DuplicateCheck = Extract<DocumentCheck, { id: 'duplicate-document' }>;

/** The result of the search: null when there was nothing to search for. Results from before a search could be incomplete have no `complete`. */
export const duplicatesSchema = z.object({
  identityIds: z.array(z.string().max(64)).max(20).nullable(),
  complete: z.boolean().default(true),
});
export type SeenDuplicates = z.output<typeof duplicatesSchema>;

const mostIdentities = 20;

/** The client's other identities that have shown the same document. */
export async function findDuplicates(history: History, traits: Traits): Promise<SeenDuplicates> {
  const searched = searchedDocumentsOf(traits);
  if (searched.length === 0) return { identityIds: null, complete: true };
  const found = new Set<string>();
  for (const { trait, value } of searched) {
    for (const identityId of await history.listIdentitiesWith(trait, value, mostIdentities)) found.add(identityId);
  }
  return { identityIds: [...found].slice(0, mostIdentities), complete: !(await history.areDocumentsLost()) };
}

/**
 * Whether another identity has shown this document. Empty for letters, whose numbers belong to a household. A search by a number that was
 * not read for certain is no pass, because it may miss the document: a person could get a second identity by making one digit hard to read.
 * Nor is a search that could not compare every document.
 */
export function judgeDuplicates({ identityIds, complete }: SeenDuplicates, traits: Traits): DuplicateCheck[] {
  if (traits.documentType === 'proof-of-residency') return [];
  const check = { id: 'duplicate-document' as const, durationMs: 0, data: { identityIds: identityIds ?? [] } };
  if (identityIds === null) return [{ ...check, outcome: 'skipped', code: 'check.input_missing' }];
  const findings: DuplicateCheck[] = [];
  if (identityIds.length > 0) findings.push({ ...check, outcome: 'warning', code: 'document.duplicate' });
  if (!complete) findings.push({ ...check, outcome: 'warning', code: 'document.not_all_searched' });
  if (traits.isNumberDoubtful === true) findings.push({ ...check, outcome: 'skipped', code: 'check.input_missing' });
  return findings.length > 0 ? findings : [{ ...check, outcome: 'passed', code: null }];
}

/** The value by which the same document is found: its number with its type and issuer, as far as they are known. */
export function searchedDocumentOf(traits: Traits): IndexedValue | null {
  if (traits.documentType === 'proof-of-residency') return null;
  return indexedValuesOf(traits).find(({ trait }) => trait === 'issuedDocument') ?? null;
}

/**
 * What one document may be indexed as. A person who hides the issuer or the title in one of two attempts would otherwise show two documents.
 * Where the issuer is not known, any document with the number may be the same.
 */
export function searchedDocumentsOf(traits: Traits): IndexedValue[] {
  const { documentType: type, documentCountry: country, documentNumber } = traits;
  if (documentNumber === undefined || documentNumber === '' || type === 'proof-of-residency') return [];
  const types = type === undefined ? (['', ...typesWithPortrait] as const) : (['', type] as const);
  const countries = new Set(['', country ?? '']);
  const values = types.flatMap((documentType) =>
    [...countries].flatMap(
      (documentCountry) => issuedDocumentOf({ documentType, documentCountry, documentNumber }) ?? [],
    ),
  );
  return [
    ...values.map((value) => ({ trait: 'issuedDocument' as const, value })),
    ...(country === undefined ? [{ trait: 'documentNumber' as const, value: documentNumber }] : []),
  ];
}

const typesWithPortrait = documentTypes.filter((type) => type !== 'proof-of-residency');
