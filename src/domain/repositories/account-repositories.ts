import type { ApiCaller, Client, ClientSettings, IpRules } from '../operators/client.ts';
import type { Page } from './webhook-repositories.ts';

export interface ClientRepository {
  find(clientId: string): Promise<Client | null>;
  create(client: Pick<Client, 'id' | 'name' | 'mode'>): Promise<void>;
  setIpRules(clientId: string, rules: IpRules): Promise<void>;
  /** Changes the given fields; the others stay. */
  update(clientId: string, changes: { name?: string | undefined; settings: Partial<ClientSettings> }): Promise<void>;
  /** Oldest first; with `after`, those with a later id. */
  list(page: {
    limit: number;
    after: string | null;
    /** Only these clients. Omitted or empty: all. */
    among?: readonly string[];
  }): Promise<Client[]>;
  /** Of all clients, oldest first. */
  listIds(): Promise<string[]>;
}

/** A token's owner, and the networks and the time for which it may be used. */
export type TokenCaller = ApiCaller & Required<Pick<ApiCaller, 'allowedNetworks' | 'expiresAt'>>;

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
  /** Id of the operator or API token that created it; null for tokens from before this was recorded. */
  createdBy: string | null;
}

/** A valid token that an operator created, on any client. */
export interface LivingToken {
  id: string;
  name: string;
  clientId: string;
  clientName: string;
  lastUsedAt: Date | null;
}

export interface ApiTokenRepository {
  /** Null when the token is unknown, expired, revoked or replaced, or when the client is suspended. */
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
    /** Whether its maker has the right of `mayAdminister`. */
    administers: boolean;
  }): Promise<ApiToken>;
  list(clientId: string, page: Page): Promise<ApiToken[]>;
  /** Only a valid one, with its right to administer. Locks it until the end of the transaction. */
  findLiving(clientId: string, tokenId: string): Promise<(ApiToken & { administers: boolean }) | null>;
  /** The previous secret stays valid for this time; the one before that stops working immediately. */
  rotate(tokenId: string, tokenHash: Buffer, overlapSeconds: number): Promise<void>;
  /** Valid tokens that the operator created, or one such token, on all clients; newest first. */
  listMadeBy(operatorId: string): Promise<LivingToken[]>;
  /** False when there is none, or none that is valid. */
  revoke(clientId: string, tokenId: string): Promise<boolean>;
  /** Revokes all tokens that the operator or token created, and those that these created. Returns those that it revoked. */
  revokeMadeBy(makerId: string): Promise<{ id: string; clientId: string }[]>;
  /** Writes at most once a minute. */
  noteUse(tokenId: string): Promise<void>;
}

/** The display names behind ids. */
export interface NameRepository {
  /** Names by id: of operators and clients, and of the client's objects. Ids without a name, and deleted ones, are omitted. */
  find(clientId: string, ids: readonly string[]): Promise<Map<string, string>>;
}
