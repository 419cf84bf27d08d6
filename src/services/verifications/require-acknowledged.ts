import { Problem } from '../../domain/faults/errors.ts';
import type { Duplicate, DuplicateSearch, DuplicateTrait } from '../../domain/verifications/duplicate-search.ts';

/** The part of the search that a reviewer confirms having seen. */
export interface Acknowledgement {
  /** Identities that the reviewer has compared and found to be other people, or already knows. */
  acknowledgedDuplicates?: readonly string[] | undefined;
  acknowledgedIncompleteSearch?: boolean | undefined;
}

const traitTexts: Readonly<Record<DuplicateTrait, string>> = {
  face: 'face',
  document: 'document',
  phoneNumber: 'phone number',
  email: 'email address',
};
/** A detail has at most 500 characters; the list contains all of them. */
const mostInDetail = 5;

/**
 * A reviewer must know about every duplicate before verifying an attempt.
 * @throws Problem `verification.duplicates_not_acknowledged`, which names everything that was found
 */
export function requireAcknowledged(
  { duplicates, complete }: DuplicateSearch,
  { acknowledgedDuplicates = [], acknowledgedIncompleteSearch = false }: Acknowledgement,
): void {
  const known = new Set(acknowledgedDuplicates);
  const isKnown = duplicates.every(({ identityId }) => known.has(identityId));
  if (isKnown && (complete || acknowledgedIncompleteSearch)) return;
  const more = duplicates.length - mostInDetail;
  const sentences = [
    ...duplicates.slice(0, mostInDetail).map(sentenceOf),
    ...(more > 0 ? [`${more} more.`] : []),
    ...(complete ? [] : ['The search could not look at everything.']),
  ];
  throw new Problem('verification.duplicates_not_acknowledged', {
    detail: sentences.join(' '),
    extra: { duplicateSearch: { duplicates, complete } },
  });
}

function sentenceOf({ by, identityId, verificationId }: Duplicate): string {
  return `Same ${by.map((trait) => traitTexts[trait]).join(', ')}: ${verificationId ?? identityId}.`;
}
