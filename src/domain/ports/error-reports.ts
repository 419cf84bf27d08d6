/** Reports the service's own faults to the operator. Reports contain ids and places in the code, and nothing that a person supplied. */
export interface ErrorReports {
  /** Never throws and never waits. `about`: the kind of work, as codes and ids. */
  report(error: unknown, about: Readonly<Record<string, string>>): void;
  /** Gives pending reports a moment before exit. */
  close(): Promise<void>;
}
