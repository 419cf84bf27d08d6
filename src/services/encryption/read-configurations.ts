import type { ApiCaller } from '../../domain/operators/client.ts';
import type { EncryptionConfiguration } from '../../domain/encryption/encryption-configuration.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { pageOfQuery, toPage } from '../lists/page-cursor.ts';

type Parts = { db: Pick<Database, 'encryptionConfigurations'> };

/** Another client's configuration does not exist. */
export function createReadConfiguration({ db }: Parts) {
  return async function readConfiguration({ clientId }: ApiCaller, id: string): Promise<EncryptionConfiguration> {
    const configuration = await db.encryptionConfigurations.find(clientId, id);
    if (configuration === null) throw new Problem('encryption.configuration_not_found');
    return configuration;
  };
}

/** Newest first. */
export function createListConfigurations({ db }: Parts) {
  return async function listConfigurations(
    { clientId }: ApiCaller,
    query: { limit: number; after?: string | undefined },
  ) {
    const page = pageOfQuery('encryptionConfiguration', query);
    const rows = await db.encryptionConfigurations.list(clientId, { ...page, limit: page.limit + 1 });
    return toPage(rows, page.limit);
  };
}

/** A configuration as the contract shows it. */
export function configurationRecordOf({ id, name, publicKey, createdAt }: EncryptionConfiguration) {
  return { id, name, publicKey, createdAt: createdAt.toISOString() };
}
