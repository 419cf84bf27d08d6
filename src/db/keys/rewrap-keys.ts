import type { Connection } from '../connection/connection.ts';
import { installationId } from './installation.ts';
import type { ClientKeys } from './keys.ts';

/**
 * Wraps everything that the root key wraps again, by the root key of now: clients' keys and the installation's. Key by key,
 * and only where it is still the one that was read, so that it can run while the service runs, and again.
 */
export async function rewrapKeys(connection: Connection, clientKeys: ClientKeys): Promise<number> {
  const clients = await connection.client.findMany({ select: { id: true, wrappedKey: true } });
  for (const { id, wrappedKey } of clients) {
    const rewrapped = await clientKeys.rewrap(id, wrappedKey);
    await connection.client.updateMany({ where: { id, wrappedKey }, data: { wrappedKey: rewrapped } });
  }
  const installations = await connection.installation.findMany({ select: { id: true, wrappedKey: true } });
  for (const { id, wrappedKey } of installations) {
    const rewrapped = await clientKeys.rewrap(installationId, wrappedKey);
    await connection.installation.updateMany({ where: { id, wrappedKey }, data: { wrappedKey: rewrapped } });
  }
  return clients.length + installations.length;
}
