import type { EventType } from '../webhooks/event-type.ts';
import type { Language } from '../language.ts';

export const clientModes = ['live', 'test'] as const;
export type ClientMode = (typeof clientModes)[number];

/** `deny` takes precedence over `allow`; an empty `allow` allows every address. */
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

/** The client's defaults for all its flows; a flow's own branding takes precedence. */
export interface ClientSettings {
  showVendorBranding: boolean;
  logoUrl: string | null;
  buttonColor: string | null;
  buttonTextColor: string | null;
  /** Languages that people may get. */
  languages: readonly Language[];
  /** Web origins that may use the SDK. Empty: all. */
  origins: readonly string[];
  /** Addresses to which the hosted page may send people at the end, each in full. Empty: none. */
  returnUrls: readonly string[];
  /** Sessions start with a client token only. */
  strictStart: boolean;
  /** The client's share of the shared queues; other clients have 1. Set by `admin set-client-weight`. */
  queueWeight: number;
  /** The number of days after which files, or all of a person's data, are purged. Null: kept. */
  mediaRetentionDays: number | null;
  dataRetentionDays: number | null;
  /** The event types of a new webhook endpoint that names none. Empty: all. */
  webhookEventTypes: readonly EventType[];
  /** Networks from which sessions may start, as CIDRs. */
  ipRules: IpRules;
}

/** The caller for a client's account: a backend with a valid API token, or a signed-in operator. */
export interface ApiCaller {
  clientId: string;
  /** The id of the API token or operator, which the audit log names. */
  actorId: string;
  scopes: readonly string[];
  /** The result of `mayAdminister` for an operator. For a token, that of its maker when it was made. */
  administers: boolean;
  /** For a token: the networks from which it may be used, as CIDRs. Absent or empty: every address. */
  allowedNetworks?: readonly string[];
  /** For a token: when it expires. Absent or null: never. */
  expiresAt?: Date | null;
}
