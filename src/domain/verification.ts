import type { Decision } from './decision.ts';
import type { VerificationStatus } from './verification-status.ts';

/** What the SDK told about itself, and the network address that the server saw. */
export interface Device {
  platform: string;
  sdkVersion: string;
  languages: string[];
  model: string | null;
  osVersion: string | null;
  userAgent: string | null;
  networkAddress: string;
}

export type Metadata = Record<string, unknown>;

/** One attempt by one identity, pinned to one flow version. */
export interface Verification {
  id: string;
  clientId: string;
  identityId: string;
  flowVersionId: string;
  status: VerificationStatus;
  /** Counts the guarded moves. */
  version: number;
  language: string;
  metadata: Metadata;
  device: Device;
  decision: Decision | null;
  lastSequence: number;
  expiresAt: Date;
  createdAt: Date;
  inputsCompletedAt: Date | null;
  finishedAt: Date | null;
}
