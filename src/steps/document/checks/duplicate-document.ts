import { z } from 'zod';
import type { History } from '../../../domain/ports/history.ts';
import { indexedValuesOf, type IndexedValue, type Traits } from '../../../domain/traits.ts';
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
  const searched = searchedDocumentOf(traits);
  if (searched === null) return { identityIds: null, complete: true };
  return {
    identityIds: await history.listIdentitiesWith(searched.trait, searched.value, mostIdentities),
    complete: !(await history.areDocumentsLost()),
  };
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

/**
 * The value by which the same document is found. A number identifies a document together with its issuer; where the issuer is not a country (organisations, specimens), the number is used
 * alone.
 */
export function searchedDocumentOf(traits: Traits): IndexedValue | null {
  if (traits.documentType === 'proof-of-residency') return null;
  const values = indexedValuesOf(traits);
  return (
    values.find(({ trait }) => trait === 'issuedDocument') ??
    values.find(({ trait }) => trait === 'documentNumber') ??
    null
  );
}
