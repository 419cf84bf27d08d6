import { isSameNumber } from '../../../domain/encryption/blind-index.ts';
import type { Traits } from '../../../domain/traits.ts';
import type { ConcludedStep } from '../../conclusion.ts';
import type { DocumentCheck } from '../document-evidence.ts';

type DistinctCheck = Extract<DocumentCheck, { id: 'distinct-documents' }>;

/**
 * Is the document another one than those of the flow's other document steps? A flow that asks for two documents wants two, and one that is
 * shown twice agrees with itself. A document of unknown type may be of any type, so it is compared with every document except letters. Null if
 * there is nothing to compare with.
 */
export function concludeDistinct({
  traits,
  others,
}: Pick<ConcludedStep<unknown>, 'traits' | 'others'>): DistinctCheck | null {
  const alike = others.filter(({ type, traits: other }) => type === 'document' && mayBeOfOneType(traits, other));
  if (alike.length === 0) return null;
  const compared = alike.map(({ stepId, traits: other }) => ({ stepId, same: isSame(traits, other) }));
  const stepIds = compared.flatMap(({ stepId, same }) => (same === true ? [stepId] : [])).slice(0, 50);
  const check = { id: 'distinct-documents' as const, durationMs: 0, data: { stepIds } };
  if (stepIds.length > 0) return { ...check, outcome: 'warning', code: 'document.shown_twice' };
  if (compared.some(({ same }) => same === null)) return { ...check, outcome: 'skipped', code: 'check.input_missing' };
  return { ...check, outcome: 'passed', code: null };
}

/** A letter has no number that could tell it from a document of unknown type. */
function mayBeOfOneType({ documentType: one }: Traits, { documentType: other }: Traits): boolean {
  if (one !== undefined && other !== undefined) return one === other;
  return (one ?? other) !== 'proof-of-residency';
}

/**
 * Null: one of them has nothing to distinguish it by, or a number that was not read for certain. Two countries may give one number to two
 * documents.
 */
function isSame(one: Traits, other: Traits): boolean | null {
  if (one.documentType === 'proof-of-residency') {
    return one.letter === undefined || other.letter === undefined ? null : one.letter === other.letter;
  }
  const { documentCountry: country, documentNumber: number } = one;
  const { documentCountry: otherCountry, documentNumber: otherNumber } = other;
  if (country !== undefined && otherCountry !== undefined && country !== otherCountry) return false;
  if (number === undefined || otherNumber === undefined) return null;
  if (isSameNumber(number, otherNumber)) return true;
  return one.isNumberDoubtful === true || other.isNumberDoubtful === true ? null : false;
}
