import type { ReturnTo } from '../../domain/operators/return-url.ts';
import type { Client } from '../../domain/operators/client.ts';
import type { Language } from '../../domain/language.ts';
import type { Device, Metadata, StartedBy } from '../../domain/verifications/verification.ts';
import type { EndedVerification } from '../verifications/end-verification.ts';
import type { Flow } from '../flows/load-flow.ts';

/** The lifetime of a session token, whatever the progress. */
export const sessionHours = 24;

export interface StartRequest {
  clientId: string;
  flowId: string;
  metadata: Metadata;
  device: Device;
  clientToken: string | null;
  /** The caller, when there is no client token. The service trusts nothing that an anonymous caller says about their rights. */
  startedBy: Exclude<StartedBy, 'backend'>;
  /** Where the hosted page leads at the end. */
  returnTo: ReturnTo | null;
  /** The origin of the web page that asks; null outside a browser and for our own pages. */
  origin: string | null;
}

export interface StartedSession {
  sessionToken: string;
  verificationId: string;
  identityId: string;
  expiresAt: Date;
  language: Language;
  client: Client;
  flow: Flow;
  metadata: Metadata;
  startedAt: Date;
  /** Every address in it is on the settings' list. */
  returnTo: ReturnTo | null;
}

/** The attempt of a new session: a new attempt, or one that the backend prepared. */
export interface OpenedAttempt {
  verificationId: string;
  identityId: string;
  flow: Flow;
  language: Language;
  metadata: Metadata;
  startedAt: Date;
  /** The attempts that it replaced. */
  ended: EndedVerification[];
}
