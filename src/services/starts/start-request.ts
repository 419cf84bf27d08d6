import type { ReturnTo } from '../../domain/operators/return-url.ts';
import type { Client } from '../../domain/operators/client.ts';
import type { Language } from '../../domain/language.ts';
import type { Device, Metadata, StartedBy } from '../../domain/verifications/verification.ts';
import type { EndedVerification } from '../verifications/end-verification.ts';
import type { Flow } from '../flows/load-flow.ts';

/** A session token dies after this long, whatever the progress. */
export const sessionHours = 24;

export interface StartRequest {
  clientId: string;
  flowId: string;
  metadata: Metadata;
  device: Device;
  clientToken: string | null;
  /** Who asks, when there is no client token: nobody's word is taken for who may. */
  startedBy: Exclude<StartedBy, 'backend'>;
  /** Where the hosted page leads afterwards. */
  returnTo: ReturnTo | null;
  /** The web page that asks; null outside a browser, and for our own pages. */
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
  /** Every address of it is one that the settings list. */
  returnTo: ReturnTo | null;
}

/** The attempt that a session is to act on: a new one, or one that waited for it. */
export interface TakenAttempt {
  verificationId: string;
  identityId: string;
  flow: Flow;
  language: Language;
  metadata: Metadata;
  startedAt: Date;
  /** Attempts that it took the place of. */
  ended: EndedVerification[];
}
