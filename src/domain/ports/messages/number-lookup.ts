export const lineTypes = ['mobile', 'landline', 'voip', 'premium', 'shared-cost', 'toll-free', 'unknown'] as const;
export type LineType = (typeof lineTypes)[number];

/** Questions about a number that a provider may be asked. */
export const numberQuestions = ['lineType', 'simSwapped', 'smsPumpingRisk'] as const;
export type NumberQuestion = (typeof numberQuestions)[number];

/** A provider's information about a number; null when it was not asked, or has none. */
export interface NumberFacts {
  lineType: LineType | null;
  simSwapped: boolean | null;
  /** 0 to 100. */
  smsPumpingRisk: number | null;
  /** What the provider was asked and did not answer: no sign of a good number. */
  unanswered: NumberQuestion[];
}

/** Asks a provider about a number. */
export interface NumberLookup {
  /** What it asks about every number. */
  asks: readonly NumberQuestion[];
  /** Null when the provider refuses to answer for this number. @throws anything, when another try may be answered */
  lookUp(phoneNumber: string): Promise<NumberFacts | null>;
}
