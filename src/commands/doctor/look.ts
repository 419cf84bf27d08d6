import type { Surroundings } from './surroundings.ts';

/**
 * `fault`: something does not work now · `risk`: data, access or the service is in danger · `advice`: it would be better otherwise.
 */
export const severities = ['fault', 'risk', 'advice'] as const;
export type Severity = (typeof severities)[number];

/** What a look may find: how bad that is, and what a person does next. */
export interface Condition {
  severity: Severity;
  next: string;
}

export interface Finding extends Condition {
  code: string;
  /** What was found, in a sentence. Holds no secret. */
  says: string;
}

/** One look at an installation. */
export interface Look {
  /** What it looks at, as a noun. */
  about: string;
  /** Every code that it may answer. */
  finds: Readonly<Record<string, Condition>>;
  /**
   * Nothing found: that part is sound. Anything thrown means that it could not look.
   * @throws CouldNotLook with the reason in words
   */
  look(place: Surroundings): Promise<readonly { code: string; says: string }[]>;
}

/** A look, whose answers are held to the codes that it names. */
export function defineLook<Code extends string>(look: {
  about: string;
  finds: Readonly<Record<Code, Condition>>;
  look(place: Surroundings): Promise<readonly { code: Code; says: string }[]>;
}): Look {
  return look;
}

/** The part cannot be judged from here, which is not the same as sound. */
export class CouldNotLook extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'CouldNotLook';
  }
}
