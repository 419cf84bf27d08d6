import type { EventType } from '../webhooks/event-type.ts';
import type { Language } from '../language.ts';

export const clientModes = ['live', 'test'] as const;
export type ClientMode = (typeof clientModes)[number];

/** `deny` is stronger than `allow`; an empty `allow` allows every address. */
export interface IpRules {
  allow: string[];
  deny: string[];
}

/** The integrating account. */
export interface Client {
  id: string;
  name: string;
  mode: ClientMode;
  suspended: boolean;
  settings: ClientSettings;
}

/** What the client has set for all its flows; a flow's own branding counts more. */
export interface ClientSettings {
  showVendorBranding: boolean;
  logoUrl: string | null;
  buttonColor: string | null;
  buttonTextColor: string | null;
  /** Languages that the person may get. */
  languages: readonly Language[];
  /** Web origins that may use the SDK. Empty: all. */
  origins: readonly string[];
  /** Where the hosted page may lead people when they are done, each address whole. Empty: nowhere. */
  returnUrls: readonly string[];
  /** Sessions start with a client token only. */
  strictStart: boolean;
  /** The client's share of the shared queues, against 1 of another client. Set by `admin set-client-weight`. */
  queueWeight: number;
  /** After so many days files, or everything of a person, are purged. Null: kept. */
  mediaRetentionDays: number | null;
  dataRetentionDays: number | null;
  /** The event types of a new webhook endpoint that names none. Empty: all. */
  webhookEventTypes: readonly EventType[];
  /** Networks that sessions may start from, as CIDRs. */
  ipRules: IpRules;
}

/** Who acts on a client's account: a backend that showed a valid API token, or an operator who is signed in. */
export interface ApiCaller {
  clientId: string;
  /** Id of the API token or of the operator: what the audit log names. */
  actorId: string;
  scopes: readonly string[];
  /** As `mayAdminister` says of an operator. A token may: only somebody who may could give it its scopes. */
  administers: boolean;
}
