import type { z } from 'zod';
import type { settingsSchema, settingsUpdateSchema } from '../../contract/clients/settings.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { ApiCaller, Client, IpRules } from '../../domain/operators/client.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

export type Settings = z.output<typeof settingsSchema>;

/** On a live client, only admins and owners may change these. */
const adminSettings = ['strictStart', 'mediaRetentionDays', 'dataRetentionDays'] as const;

export type SettingsUseCases = ReturnType<typeof createSettingsUseCases>;

/** A client's settings. */
export function createSettingsUseCases({ db }: { db: Pick<Database, 'clients' | 'transaction'> }) {
  return {
    /** A client's settings. Its IP rules have a separate route. */
    async readSettings({ clientId }: ApiCaller): Promise<Settings> {
      return settingsOf(await db.clients.find(clientId));
    },

    /**
     * Changes the given settings. They apply from the next session on; running sessions keep the ones they started with.
     * @throws Problem `auth.role_missing`
     */
    async updateSettings(
      { clientId, actorId, administers }: ApiCaller,
      { name, ...changes }: z.output<typeof settingsUpdateSchema>,
    ): Promise<Settings> {
      const { origins, returnUrls } = changes;
      // As browsers send them: no path, lower case, no default port.
      const plain = {
        ...(origins && { origins: [...new Set(origins.map((origin) => new URL(origin).origin))] }),
        ...(returnUrls && { returnUrls: [...new Set(returnUrls.map((address) => new URL(address).href))] }),
      };
      // A caller who may not change them only sends them back, and an admin may change them at this moment.
      const untouched: readonly string[] = administers ? [] : adminSettings;
      const set = Object.fromEntries(
        Object.entries({ ...changes, ...plain }).filter(
          ([key, value]) => value !== undefined && !untouched.includes(key),
        ),
      );
      return db.transaction(async (tx) => {
        const before = settingsOf(await tx.clients.find(clientId));
        // A page may send back a value that it did not change.
        const kept = adminSettings.every((key) => changes[key] === undefined || changes[key] === before[key]);
        if (!administers && !kept) throw new Problem('auth.role_missing');
        await tx.clients.update(clientId, { name, settings: set });
        const settings = settingsOf(await tx.clients.find(clientId));
        await tx.audit.append([{ clientId, actorId, action: 'settings.updated', subjectId: clientId }]);
        return settings;
      });
    },

    /** The networks from which a client's sessions may start. Each flow may add its own rules. */
    async readIpRules({ clientId }: ApiCaller): Promise<IpRules> {
      const client = await db.clients.find(clientId);
      if (client === null) throw new Problem('auth.unauthorized');
      return client.settings.ipRules;
    },

    async setIpRules({ clientId, actorId }: ApiCaller, rules: IpRules): Promise<IpRules> {
      await db.transaction(async (tx) => {
        await tx.clients.setIpRules(clientId, rules);
        await tx.audit.append([{ clientId, actorId, action: 'ip_rules.updated', subjectId: clientId }]);
      });
      return rules;
    },
  };
}

function settingsOf(client: Client | null): Settings {
  if (client === null) throw new Problem('auth.unauthorized');
  const { languages, origins, returnUrls, webhookEventTypes, ipRules: _elsewhere, ...settings } = client.settings;

  return {
    name: client.name,
    ...settings,
    languages: [...languages],
    origins: [...origins],
    returnUrls: [...returnUrls],
    webhookEventTypes: [...webhookEventTypes],
  };
}
