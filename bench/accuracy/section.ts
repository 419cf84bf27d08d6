/** A table of results; `columns` are the headings of `rows`. */
export interface ResultTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The pages of results, by subject: `bench/accuracy/results/*.md`. `bench/ACCURACY.md` sums them up. */
export type ResultsPage = 'documents' | 'tampering' | 'faces' | 'liveness';

/** The results of a section, as its page shows them. */
export interface AccuracyReport {
  /** Heading on the page: a later run of the same heading replaces it. */
  title: string;
  /** Data set, seeds, hashes of the models: one line each. */
  facts: readonly string[];
  tables: readonly ResultTable[];
  /** Whether it is a whole run. A part (one kind, one distortion) is printed and not written. */
  complete: boolean;
}

/** A data set and the rates that are measured on it. A new one is a file in `sections/` and a line in `main.ts`. */
export interface AccuracySection {
  /** Its name on the command line. */
  name: string;
  /** The page that whole runs are written to. */
  page: ResultsPage;
  /** Its options, for `--help`: one line each. */
  usage: readonly string[];
  /** `args` are the arguments after the name on the command line. @throws UsageFault for unknown options */
  measure(args: readonly string[], say: (line: string) => void): Promise<AccuracyReport>;
}

/** A mistake of the caller, in words for the caller. */
export class UsageFault extends Error {
  override name = 'UsageFault';
}

/** "97.3 % (of 412)": every rate states its sample size. */
export function rate(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} % (of ${whole})`;
}

/** With Wilson's interval for 95 % confidence (E. B. Wilson, 1927). */
export function rateWithBounds(part: number, whole: number): string {
  if (whole === 0) return '–';
  const z = 1.96;
  const share = part / whole;
  const middle = share + (z * z) / (2 * whole);
  const spread = z * Math.sqrt((share * (1 - share)) / whole + (z * z) / (4 * whole * whole));
  const scale = 1 + (z * z) / whole;
  const percent = (value: number) => (100 * Math.max(0, Math.min(1, value))).toFixed(1);
  return `${percent(share)} % (of ${whole}; ${percent((middle - spread) / scale)}–${percent((middle + spread) / scale)})`;
}
