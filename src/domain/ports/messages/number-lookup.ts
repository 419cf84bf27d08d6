export const lineTypes = ['mobile', 'landline', 'voip', 'premium', 'shared-cost', 'toll-free', 'unknown'] as const;
export type LineType = (typeof lineTypes)[number];

/** A provider's information about a number; null when it has none. */
export interface NumberFacts {
  lineType: LineType | null;
  simSwapped: boolean | null;
  /** 0 to 100. */
  smsPumpingRisk: number | null;
}

/** Asks a provider about a number. */
export interface NumberLookup {
  /** Null when the provider refuses to answer for this number. @throws anything, when another try may be answered */
  lookUp(phoneNumber: string): Promise<NumberFacts | null>;
}
