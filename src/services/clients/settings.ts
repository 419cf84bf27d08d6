import type { z } from 'zod';
import type { settingsSchema, settingsUpdateSchema } from '../../contract/account.ts';
import type { ApiCaller, Client } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

export type Settings = z.output<typeof settingsSchema>;

/** What a client has set; its IP rules are a route of their own. */
export function createReadSettings({ db }: { db: Pick<Database, 'clients'> }) {
  return async function readSettings({ clientId }: ApiCaller): Promise<Settings> {
    return settingsOf(await db.clients.find(clientId));
  };
}

/** Changes what is named. Counts for the next session: whoever has begun keeps what they began with. */
export function createUpdateSettings({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function updateSettings(
    { clientId, actorId }: ApiCaller,
    { name, ...changes }: z.output<typeof settingsUpdateSchema>,
  ): Promise<Settings> {
    const { origins } = changes;
    // As browsers write them: without a path, in lower case, without the usual port.
    const plain = origins && { origins: [...new Set(origins.map((origin) => new URL(origin).origin))] };
    const set = Object.fromEntries(Object.entries({ ...changes, ...plain }).filter(([, value]) => value !== undefined));
    return db.transaction(async (tx) => {
      await tx.clients.update(clientId, { name, settings: set });
      const settings = settingsOf(await tx.clients.find(clientId));
      await tx.audit.append([{ clientId, actorId, action: 'settings.updated', subjectId: clientId }]);
      return settings;
    });
  };
}

function settingsOf(client: Client | null): Settings {
  if (client === null) throw new Problem('auth.unauthorized');
  const { languages, origins, webhookEventTypes, ipRules: _elsewhere, ...settings } = client.settings;
  return {
    name: client.name,
    ...settings,
    languages: [...languages],
    origins: [...origins],
    webhookEventTypes: [...webhookEventTypes],
  };
}
