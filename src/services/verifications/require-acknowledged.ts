import { Problem } from '../../domain/faults/errors.ts';
import type {
  Contradiction,
  ContradictionTrait,
  Duplicate,
  DuplicateSearch,
  DuplicateTrait,
} from '../../domain/verifications/duplicate-search.ts';

/** The part of the search that a reviewer confirms having seen. */
export interface Acknowledgement {
  /** Identities that the reviewer has compared and found to be other people, or already knows. */
  acknowledgedDuplicates?: readonly string[] | undefined;
  /** The reviewer has compared the attempt with those of the same identity that show another person. */
  acknowledgedContradictions?: boolean | undefined;
  acknowledgedIncompleteSearch?: boolean | undefined;
}

const traitTexts: Readonly<Record<DuplicateTrait, string>> = {
  face: 'face',
  document: 'document',
  phoneNumber: 'phone number',
  email: 'email address',
};
const contradictionTexts: Readonly<Record<ContradictionTrait, string>> = {
  face: 'face',
  fullName: 'name',
  dateOfBirth: 'date of birth',
};
/** A detail has at most 500 characters; the list contains all of them. */
const mostInDetail = 5;

/**
 * A reviewer must know about every duplicate and every contradiction before verifying an attempt.
 * @throws Problem `verification.duplicates_not_acknowledged`, which names everything that was found
 */
export function requireAcknowledged(
  search: DuplicateSearch,
  {
    acknowledgedDuplicates = [],
    acknowledgedContradictions = false,
    acknowledgedIncompleteSearch = false,
  }: Acknowledgement,
): void {
  const { duplicates, contradictions = [], complete } = search;
  const known = new Set(acknowledgedDuplicates);
  const isKnown =
    duplicates.every(({ identityId }) => known.has(identityId)) &&
    (contradictions.length === 0 || acknowledgedContradictions);
  if (isKnown && (complete || acknowledgedIncompleteSearch)) return;
  const more = duplicates.length - mostInDetail;
  const sentences = [
    ...duplicates.slice(0, mostInDetail).map(sentenceOf),
    ...(more > 0 ? [`${more} more.`] : []),
    ...contradictions.slice(0, 1).map(contradictionOf),
    ...(complete ? [] : ['The search could not look at everything.']),
  ];
  throw new Problem('verification.duplicates_not_acknowledged', {
    detail: sentences.join(' '),
    extra: { duplicateSearch: search },
  });
}

function sentenceOf({ by, identityId, verificationId }: Duplicate): string {
  return `Same ${by.map((trait) => traitTexts[trait]).join(', ')}: ${verificationId ?? identityId}.`;
}

function contradictionOf({ by, verificationId }: Contradiction): string {
  return `Another ${by.map((trait) => contradictionTexts[trait]).join(', ')}: ${verificationId}.`;
}
