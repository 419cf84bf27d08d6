import type { ActivityContent } from '../verifications/activity.ts';

/** Everything about a person in addition to the records of their attempts. Times as ISO 8601. */
export interface PersonBesideRecords {
  consents: {
    verificationId: string;
    textVersion: string;
    language: string;
    address: string | null;
    acceptedAt: string;
  }[];
  /** Numbers and addresses to which codes were sent. */
  contacts: { verificationId: string; channel: string; address: string; state: string; sentAt: string }[];
  /** The inputs of each step. */
  inputs: { verificationId: string; stepId: string; attempt: number; input: unknown; submittedAt: string }[];
  /** Comments of operators on the attempts, and assignments. */
  activities: ({ verificationId: string; actorId: string; at: string } & ActivityContent)[];
  /** The SDK's screen events. */
  screens: { verificationId: string; kind: string; name: string; at: string }[];
}

export interface ExportRepository {
  readBesideRecords(owner: { clientId: string; identityId: string }): Promise<PersonBesideRecords>;
}
