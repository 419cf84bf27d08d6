import type { IdentityStatus } from './identity-status.ts';

/** A verified value and its source, e.g. `document:mrz`. */
export interface IdentityValue {
  value: string;
  source: string;
  verificationId: string;
}

/** The source of values that a client in test mode asked for: nobody read them anywhere. */
export const simulatedSource = 'simulation';

/** Values that a step can contribute to an identity. */
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
  /** The tags that the host and its operators chose. */
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
}
