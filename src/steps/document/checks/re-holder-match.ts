import { z } from 'zod';
import type { History } from '../../../domain/ports/history.ts';
import type { Traits } from '../../../domain/traits.ts';
import type { DocumentCheck } from '../document-evidence.ts';
import { compareFullNames } from '../names-agree.ts';
import { searchedDocumentOf } from './duplicate-document.ts';

type ReHolderCheck = Extract<DocumentCheck, { id: 're-holder-match' }>;

/** The holder that documents of earlier verifications have named. */
export const knownHolderSchema = z.object({
  fullName: z.string().max(1000).optional(),
  dateOfBirth: z.string().max(20).optional(),
  /** Earlier verifications named a holder by other documents, and only the client's own key reveals whom. */
  encrypted: z.boolean().default(false),
});
type KnownHolder = z.output<typeof knownHolderSchema>;

export async function findKnownHolder(history: History, traits: Traits): Promise<KnownHolder> {
  const known = await history.knownHolder();
  // A holder with a readable name was compared when the name was read, or a reviewer has decided.
  const encrypted = known.fullName === undefined && (await history.isHolderEncrypted(searchedDocumentOf(traits)));
  return { ...known, encrypted };
}

/**
 * Does the document name the holder whom earlier verifications of the identity have named? Otherwise one record would mix the values of two
 * people. A difference goes to review, because a person may have a new name, and so does a document that cannot be compared because the
 * earlier ones are encrypted to the client's own key. Empty if no earlier verification named a holder.
 */
export function judgeReHolder(traits: Traits, known: KnownHolder): ReHolderCheck[] {
  const check = { id: 're-holder-match' as const, durationMs: 0 };
  if (known.fullName === undefined && known.dateOfBirth === undefined && !known.encrypted) return [];
  const name =
    known.fullName === undefined || traits.fullName === undefined
      ? []
      : [{ field: 'fullName' as const, agrees: compareFullNames(traits.fullName, known.fullName) === 'same' }];
  const birth =
    known.dateOfBirth === undefined || traits.dateOfBirth === undefined
      ? []
      : [{ field: 'dateOfBirth' as const, agrees: traits.dateOfBirth === known.dateOfBirth }];
  const data = { comparisons: [...name, ...birth] };
  const found: ReHolderCheck[] = [];
  if (data.comparisons.some(({ agrees }) => !agrees)) {
    found.push({ ...check, outcome: 'warning', code: 'document.identity_differs', data });
  }
  if (known.encrypted) found.push({ ...check, outcome: 'warning', code: 'encryption.sealed', data });
  // Without a name, the document could be anybody's.
  const isNameless = known.fullName !== undefined && traits.fullName === undefined;
  if (isNameless || (data.comparisons.length === 0 && !known.encrypted)) {
    found.push({ ...check, outcome: 'skipped', code: 'check.input_missing', data });
  }
  return found.length > 0 ? found : [{ ...check, outcome: 'passed', code: null, data }];
}
