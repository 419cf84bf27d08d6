import type { Connection } from '../connection/connection.ts';
import { installationId } from './installation.ts';
import type { ClientKeys } from './keys.ts';

/**
 * Wraps every key that the root key wraps (those of clients and of the installation) with the current root key. It changes each key only if
 * it is still the one that was read, so the command can run while the service runs, and can be repeated.
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
