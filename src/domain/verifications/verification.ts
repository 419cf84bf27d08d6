import type { Decision } from './decision.ts';
import type { Silence } from './silence.ts';
import type { VerificationStatus } from './verification-status.ts';

/** The SDK's description of itself, and the network address that the server saw. */
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
 * `backend`: the host's own server, which has a secret. `device` (an SDK) and `link` (the page that the service hosts): perhaps the host's
 * app, but anyone may know the public ids.
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
  /** Whether the identity existed before. */
  reverifies: boolean;
  /** For a re-verification without a client token: whether its evidence may speak for the identity. */
  entitled: boolean;
  /** Why it may not, once it is judged. */
  silences: Silence[];
  /** Id of the operator who works on the case. */
  assigneeId: string | null;
  language: string;
  /** Sent by the host's own server. */
  metadata: Metadata;
  /** Sent by a device, so anyone may have written it. */
  deviceMetadata: Metadata;
  /** Null until an SDK has started. */
  device: Device | null;
  decision: Decision | null;
  /** The tags that the host and its operators chose. */
  tags: string[];
  /** The client's key to which extracted data and files are encrypted. */
  encryptionConfigurationId: string | null;
  /** From then on, only the holder of the private key can read them. */
  sealedAt: Date | null;
  /** The extracted data, encrypted; null until it is sealed. */
  jwe: string | null;
  lastSequence: number;
  expiresAt: Date;
  createdAt: Date;
  inputsCompletedAt: Date | null;
  finishedAt: Date | null;
}
