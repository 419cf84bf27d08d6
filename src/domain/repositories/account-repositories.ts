import type { ApiCaller, Client, ClientSettings, IpRules } from '../operators/client.ts';
import type { Page } from './webhook-repositories.ts';

export interface ClientRepository {
  find(clientId: string): Promise<Client | null>;
  create(client: Pick<Client, 'id' | 'name' | 'mode'>): Promise<void>;
  setIpRules(clientId: string, rules: IpRules): Promise<void>;
  /** What is named changes, the rest stays. */
  update(clientId: string, changes: { name?: string | undefined; settings: Partial<ClientSettings> }): Promise<void>;
  /** Oldest first; with `after`, those with a later id. */
  list(page: {
    limit: number;
    after: string | null;
    /** Of these alone. Left out or empty: of all. */
    among?: readonly string[];
  }): Promise<Client[]>;
  /** Of all clients, oldest first. */
  listIds(): Promise<string[]>;
}

/** Who a token belongs to, and where it may be used from. */
export interface TokenCaller extends ApiCaller {
  /** CIDRs. Empty: every address. */
  allowedNetworks: readonly string[];
}

/** An API token without its secret. */
export interface ApiToken {
  id: string;
  name: string;
  scopes: string[];
  allowedNetworks: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  /** Id of the operator or API token that made it; null for one from before this was noted. */
  createdBy: string | null;
}

/** One of the tokens that an operator made, on any client, and that still works. */
export interface LivingToken {
  id: string;
  name: string;
  clientId: string;
  clientName: string;
  lastUsedAt: Date | null;
}

export interface ApiTokenRepository {
  /** Null when unknown, expired, revoked, rotated away or when the client is suspended. */
  findCaller(tokenHash: Buffer): Promise<TokenCaller | null>;
  create(token: {
    id: string;
    clientId: string;
    name: string;
    tokenHash: Buffer;
    scopes: string[];
    allowedNetworks?: string[];
    expiresAt?: Date | null;
    createdBy?: string;
  }): Promise<ApiToken>;
  list(clientId: string, page: Page): Promise<ApiToken[]>;
  /** Only one that still works. */
  findLiving(clientId: string, tokenId: string): Promise<ApiToken | null>;
  /** The secret before stays good for so long; the one before that dies. */
  rotate(tokenId: string, tokenHash: Buffer, overlapSeconds: number): Promise<void>;
  /** Those that still work and that the operator made, or a token of theirs, on all clients; newest first. */
  listMadeBy(operatorId: string): Promise<LivingToken[]>;
  /** False when there is none, or none that still works. */
  revoke(clientId: string, tokenId: string): Promise<boolean>;
  /** Writes once a minute at most. */
  noteUse(tokenId: string): Promise<void>;
}

/** What people call the things that ids name. */
export interface NameRepository {
  /** Names by id: of operators and clients, and of what belongs to the client. Ids without a name, or gone, are left out. */
  find(clientId: string, ids: readonly string[]): Promise<Map<string, string>>;
}
