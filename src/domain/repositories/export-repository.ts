/** What is known of a person apart from the records of their attempts. Times as ISO 8601. */
export interface PersonBesideRecords {
  consents: {
    verificationId: string;
    textVersion: string;
    language: string;
    address: string | null;
    acceptedAt: string;
  }[];
  /** Numbers and addresses that codes were sent to. */
  contacts: { verificationId: string; channel: string; address: string; state: string; sentAt: string }[];
  /** What each step was submitted with. */
  inputs: { verificationId: string; stepId: string; attempt: number; input: unknown; submittedAt: string }[];
  /** What the SDK told of its screens. */
  screens: { verificationId: string; kind: string; name: string; at: string }[];
}

export interface ExportRepository {
  readBesideRecords(owner: { clientId: string; identityId: string }): Promise<PersonBesideRecords>;
}
