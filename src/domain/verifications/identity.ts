import type { IdentityStatus } from './identity-status.ts';

/** A verified value and where it came from, e.g. `document:mrz`. */
export interface IdentityValue {
  value: string;
  source: string;
  verificationId: string;
}

/** Values that a step's evaluation can contribute to an identity. */
export const factNames = [
  'fullName',
  'dateOfBirth',
  'documentNumber',
  'nationality',
  'phone',
  'email',
  'address',
] as const;
export type FactName = (typeof factNames)[number];
export type Facts = Partial<Record<FactName, { value: string; source: string }>>;

export type IdentityData = Partial<Record<FactName, IdentityValue>>;

/** One person of one client. */
export interface Identity {
  id: string;
  clientId: string;
  status: IdentityStatus;
  data: IdentityData;
  /** The host's and its operators' own words. */
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
}
