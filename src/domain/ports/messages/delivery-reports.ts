/** Tells a provider's own reports from anybody else's. */
export interface ReportSignatures {
  /** `path` is the one that was called, with its query; `fields` are the form's. */
  isGenuine(report: { path: string; fields: Readonly<Record<string, string>>; signature: string }): boolean;
}
