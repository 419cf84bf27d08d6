/** The kinds of value by which another identity of the client may be the same person. */
export const duplicateTraits = ['face', 'document', 'phoneNumber', 'email'] as const;
export type DuplicateTrait = (typeof duplicateTraits)[number];

/** Another identity of the client that may be the same person, with its newest attempt. */
export interface Duplicate {
  identityId: string;
  verificationId: string | null;
  by: DuplicateTrait[];
}

/** The kinds of value by which two attempts of one identity can show two people. */
export const contradictionTraits = ['face', 'fullName', 'dateOfBirth'] as const;
export type ContradictionTrait = (typeof contradictionTraits)[number];

/** An attempt of the same identity that shows another person, and that was verified since the automatic verdict. */
export interface Contradiction {
  verificationId: string;
  by: ContradictionTrait[];
}

/** The result of the search at a reviewer's verdict. */
export interface DuplicateSearch {
  duplicates: Duplicate[];
  /** Absent: none. */
  contradictions?: Contradiction[];
  /**
   * False: a duplicate may have been missed. Some enrolled faces could not be compared, nothing is left to search for, or a search that the
   * flow asks for did not take place: no number was read for certain, no face was found, or the person did not agree.
   */
  complete: boolean;
}
