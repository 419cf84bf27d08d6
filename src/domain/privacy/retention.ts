/** How long a client keeps people's data, in days since an attempt ended. Null: until it is erased. */
export interface Retention {
  mediaRetentionDays: number | null;
  dataRetentionDays: number | null;
}

/** What a retention would purge now. */
export interface RetentionPreview {
  mediaFiles: number;
  mediaBytes: number;
  verifications: number;
  identities: number;
}
