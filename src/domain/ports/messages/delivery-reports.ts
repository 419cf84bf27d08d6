/** The state of a message. `other` needs no action, for example `sent`. */
export type ReportedDelivery = 'delivered' | 'undeliverable' | 'other';

/** Parses and authenticates a provider's reports. */
export interface DeliveryReports {
  /** `path` is the requested path with its query; `fields` are the form's. Null: the provider did not sign this. */
  read(report: {
    path: string;
    fields: Readonly<Record<string, string>>;
    headers: Readonly<Record<string, string | string[] | undefined>>;
  }): ReportedDelivery | null;
}
