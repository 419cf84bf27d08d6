import type { CheckContext } from './check-context.ts';

/**
 * `fault`: something does not work now · `risk`: data, access or the service is in danger · `advice`: it would be better otherwise.
 */
export const severities = ['fault', 'risk', 'advice'] as const;
export type Severity = (typeof severities)[number];

/** A possible finding of a check: its severity, and what a person does next. */
export interface Condition {
  severity: Severity;
  next: string;
}

export interface Finding extends Condition {
  code: string;
  /** The finding in a sentence. Contains no secret. */
  says: string;
}

/** One check of an installation. */
export interface DoctorCheck {
  /** The examined part, as a noun. */
  about: string;
  /** Every code that it may return. */
  finds: Readonly<Record<string, Condition>>;
  /** It sees the work of a running service. A stopped one lacks it without anything being wrong. */
  needsRunning?: true;
  /**
   * No findings: that part is sound. Anything thrown means that it could not be checked.
   * @throws CannotCheck with the reason in words
   */
  run(context: CheckContext): Promise<readonly { code: string; says: string }[]>;
}

/** A check that may return only the codes that it declares. */
export function defineCheck<Code extends string>(check: {
  about: string;
  finds: Readonly<Record<Code, Condition>>;
  needsRunning?: true;
  run(context: CheckContext): Promise<readonly { code: Code; says: string }[]>;
}): DoctorCheck {
  return check;
}

/** The part cannot be judged from here, which does not mean that it is sound. */
export class CannotCheck extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'CannotCheck';
  }
}
