import type { Decision } from './decision.ts';
import type { Silence } from './silence.ts';
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

/**
 * `backend`: the host's own server, which has a secret. `device` (an SDK) and `link` (the page that the service hosts): perhaps the
 * host's app, but anyone may know the public ids.
 */
export const starters = ['backend', 'device', 'link'] as const;
export type StartedBy = (typeof starters)[number];

/** One attempt by one identity, pinned to one flow version. */
export interface Verification {
  id: string;
  clientId: string;
  identityId: string;
  flowVersionId: string;
  status: VerificationStatus;
  /** Counts the guarded moves. */
  version: number;
  startedBy: StartedBy;
  /** Whether the identity was there before. */
  reverifies: boolean;
  /** Of a re-verification without a client token: whether its evidence may speak for the identity. */
  entitled: boolean;
  /** Why it may not, once it is judged. */
  silences: Silence[];
  language: string;
  /** What the host's own server gave. */
  metadata: Metadata;
  /** What a device gave: its word alone, which anyone can have put there. */
  deviceMetadata: Metadata;
  /** Null until an SDK has begun. */
  device: Device | null;
  decision: Decision | null;
  /** The host's and its operators' own words. */
  tags: string[];
  /** The client's key that what was extracted and the files are delivered under. */
  encryptionConfigurationId: string | null;
  /** From then on only the holder of the private key can read them. */
  sealedAt: Date | null;
  /** What was extracted, encrypted; null until it is sealed. */
  jwe: string | null;
  lastSequence: number;
  expiresAt: Date;
  createdAt: Date;
  inputsCompletedAt: Date | null;
  finishedAt: Date | null;
}
