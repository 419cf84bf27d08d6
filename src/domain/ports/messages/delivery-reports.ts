/** What became of a message. `other` is anything that needs no action, such as `sent`. */
export type ReportedDelivery = 'delivered' | 'undeliverable' | 'other';

/** Reads a provider's reports, and tells them from anybody else's. */
export interface DeliveryReports {
  /**
   * `path` is the one that was called, with its query; `fields` are the form's. Null: the provider did not sign this.
   */
  read(report: {
    path: string;
    fields: Readonly<Record<string, string>>;
    headers: Readonly<Record<string, string | string[] | undefined>>;
  }): ReportedDelivery | null;
}
