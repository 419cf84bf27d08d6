/**
 * Reports our faults to the operator. What is reported holds ids and places in the code, and nothing that a
 * person gave.
 */
export interface ErrorReports {
  /** Never throws and never waits. `about`: the kind of work, by codes and ids of ours. */
  report(error: unknown, about: Readonly<Record<string, string>>): void;
  /** Gives reports under way a moment. */
  close(): Promise<void>;
}
