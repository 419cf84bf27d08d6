import { z } from 'zod';
import type { History } from '../../../domain/ports/history.ts';
import { indexedValuesOf, type IndexedValue, type Traits } from '../../../domain/traits.ts';
import type { DocumentCheck } from '../document-evidence.ts';

type DuplicateCheck = Extract<DocumentCheck, { id: 'duplicate-document' }>;

/** The result of the search: null when there was nothing to search for. */
export const duplicatesSchema = z.object({ identityIds: z.array(z.string().max(64)).max(20).nullable() });
export type SeenDuplicates = z.output<typeof duplicatesSchema>;

const mostIdentities = 20;

/** The client's other identities that have shown the same document. */
export async function findDuplicates(history: History, traits: Traits): Promise<SeenDuplicates> {
  const searched = searchedDocumentOf(traits);
  if (searched === null) return { identityIds: null };
  return { identityIds: await history.listIdentitiesWith(searched.trait, searched.value, mostIdentities) };
}

/**
 * Whether another identity has shown this document. Null for letters, whose numbers belong to a household. A search by a number that was
 * not read for certain is no pass, because it may miss the document: a person could get a second identity by making one digit hard to read.
 */
export function judgeDuplicates({ identityIds }: SeenDuplicates, traits: Traits): DuplicateCheck | null {
  if (traits.documentType === 'proof-of-residency') return null;
  const check = { id: 'duplicate-document' as const, durationMs: 0, data: { identityIds: identityIds ?? [] } };
  if (identityIds === null) return { ...check, outcome: 'skipped', code: 'check.input_missing' };
  if (identityIds.length > 0) return { ...check, outcome: 'warning', code: 'document.duplicate' };
  return traits.isNumberDoubtful === true
    ? { ...check, outcome: 'skipped', code: 'check.input_missing' }
    : { ...check, outcome: 'passed', code: null };
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
