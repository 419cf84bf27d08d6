export const lineTypes = ['mobile', 'landline', 'voip', 'premium', 'shared-cost', 'toll-free', 'unknown'] as const;
export type LineType = (typeof lineTypes)[number];

/** What a provider knows of a number; null where it does not know. */
export interface NumberFacts {
  lineType: LineType | null;
  simSwapped: boolean | null;
  /** 0 to 100. */
  smsPumpingRisk: number | null;
}

/** Asks a provider about a number. */
export interface NumberLookup {
  /** Null when the provider refuses to say anything of the number. @throws anything, when another try may be answered */
  lookUp(phoneNumber: string): Promise<NumberFacts | null>;
}
