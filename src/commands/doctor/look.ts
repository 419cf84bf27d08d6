import type { Surroundings } from './surroundings.ts';

/**
 * `fault`: something does not work now · `risk`: data, access or the service is in danger · `advice`: it would be better otherwise.
 */
export const severities = ['fault', 'risk', 'advice'] as const;
export type Severity = (typeof severities)[number];

/** A possible finding of a look: its severity, and what a person does next. */
export interface Condition {
  severity: Severity;
  next: string;
}

export interface Finding extends Condition {
  code: string;
  /** The finding in a sentence. Contains no secret. */
  says: string;
}

/** One look at an installation. */
export interface Look {
  /** The examined part, as a noun. */
  about: string;
  /** Every code that it may return. */
  finds: Readonly<Record<string, Condition>>;
  /**
   * No findings: that part is sound. Anything thrown means that it could not look.
   * @throws CouldNotLook with the reason in words
   */
  look(place: Surroundings): Promise<readonly { code: string; says: string }[]>;
}

/** A look that may return only the codes that it declares. */
export function defineLook<Code extends string>(look: {
  about: string;
  finds: Readonly<Record<Code, Condition>>;
  look(place: Surroundings): Promise<readonly { code: Code; says: string }[]>;
}): Look {
  return look;
}

/** The part cannot be judged from here, which does not mean that it is sound. */
export class CouldNotLook extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'CouldNotLook';
  }
}
