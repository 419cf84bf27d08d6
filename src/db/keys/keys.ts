import type { RootKey } from '../../domain/ports/root-key.ts';
import { newKey, open, seal, type SealedPlace } from '../../domain/encryption/encryption.ts';
import type { Connection, Statements } from '../connection/connection.ts';

/** The context to which a client's wrapped key is bound. */
export const clientKeyContext = (clientId: string) => `client/${clientId}`;
/** The context to which an identity's wrapped data key is bound. */
export const dataKeyPlace = (clientId: string, identityId: string): SealedPlace => ({
  clientId,
  object: 'identity',
  id: identityId,
  field: 'dataKey',
});

/** Clients' keys, unwrapped once per process: the root key may be a network service. */
export class ClientKeys {
  readonly #rootKey: RootKey;
  readonly #unwrapped = new Map<string, Promise<Buffer>>();

  constructor(rootKey: RootKey) {
    this.#rootKey = rootKey;
  }

  /** A new client key, wrapped for storage. */
  async create(clientId: string): Promise<Uint8Array<ArrayBuffer>> {
    return Uint8Array.from(await this.#rootKey.wrap(newKey(), clientKeyContext(clientId)));
  }

  /** A key that `create` or `wrap` made. */
  unwrap(clientId: string, wrapped: Uint8Array): Promise<Buffer> {
    return this.#rootKey.unwrap(wrapped, clientKeyContext(clientId));
  }

  /** Replaces the client's key; this process forgets the old one. */
  async wrap(clientId: string, key: Buffer): Promise<Uint8Array<ArrayBuffer>> {
    this.#unwrapped.delete(clientId);
    return Uint8Array.from(await this.#rootKey.wrap(key, clientKeyContext(clientId)));
  }

  /** The same key, wrapped by the current root key. */
  async rewrap(clientId: string, wrapped: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const key = await this.#rootKey.unwrap(wrapped, clientKeyContext(clientId));
    return Uint8Array.from(await this.#rootKey.wrap(key, clientKeyContext(clientId)));
  }

  get(clientId: string, readWrapped: () => Promise<Uint8Array>): Promise<Buffer> {
    const known = this.#unwrapped.get(clientId);
    if (known) return known;
    const key = readWrapped().then((wrapped) => this.#rootKey.unwrap(wrapped, clientKeyContext(clientId)));
    this.#unwrapped.set(clientId, key);
    // A failure is not cached: the next call tries again.
    key.catch(() => this.#unwrapped.delete(clientId));
    return key;
  }
}

/**
 * Identities' data keys, looked up on one connection. A transaction caches them until its end. Outside a transaction no unwrapped data key
 * outlives the call that needed it, so that erasing an identity takes effect immediately in every process.
 */
export class DataKeys {
  readonly #connection: Connection;
  readonly #statements: Statements;
  readonly #clientKeys: ClientKeys;
  readonly #known: Map<string, Promise<Buffer>> | null;

  constructor(connection: Connection, statements: Statements, clientKeys: ClientKeys, options: { remember: boolean }) {
    this.#connection = connection;
    this.#statements = statements;
    this.#clientKeys = clientKeys;
    this.#known = options.remember ? new Map() : null;
  }

  clientKey(clientId: string): Promise<Buffer> {
    return this.#clientKeys.get(clientId, async () => {
      const client = await this.#connection.client.findUniqueOrThrow({
        where: { id: clientId },
        select: { wrappedKey: true },
      });
      return client.wrappedKey;
    });
  }

  /** A new data key for an identity, plain and wrapped for storage. */
  async make(clientId: string, identityId: string): Promise<{ key: Buffer; wrapped: Buffer }> {
    const key = newKey();
    this.#known?.set(identityId, Promise.resolve(key));
    return { key, wrapped: seal(await this.clientKey(clientId), key, dataKeyPlace(clientId, identityId)) };
  }

  async unwrap(clientId: string, identityId: string, wrapped: Uint8Array): Promise<Buffer> {
    return open(await this.clientKey(clientId), wrapped, dataKeyPlace(clientId, identityId));
  }

  /** @throws DataKeyDestroyed once the identity is erased */
  get(clientId: string, identityId: string): Promise<Buffer> {
    const known = this.#known?.get(identityId);
    if (known) return known;
    const key = this.#read(clientId, identityId);
    this.#known?.set(identityId, key);
    return key;
  }

  async #read(clientId: string, identityId: string): Promise<Buffer> {
    const { rows } = await this.#statements.query<{ wrapped_data_key: Buffer | null }>({
      name: 'read-data-key',
      text: `select wrapped_data_key from identities where id = $1 and client_id = $2`,
      values: [identityId, clientId],
    });
    if (rows[0] === undefined) throw new Error('the identity of the key does not exist');
    if (rows[0].wrapped_data_key === null) throw new DataKeyDestroyed();
    return this.unwrap(clientId, identityId, rows[0].wrapped_data_key);
  }
}

export class DataKeyDestroyed extends Error {
  constructor() {
    super('the data key of this identity has been destroyed');
    this.name = 'DataKeyDestroyed';
  }
}
