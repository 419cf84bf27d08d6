import type { Client, ClientSettings } from '../../domain/operators/client.ts';
import { clientModes } from '../../domain/operators/client.ts';
import { languages } from '../../domain/language.ts';
import type { ClientRepository } from '../../domain/repositories/repositories.ts';
import type { Connection } from '../connection/connection.ts';
import type { ClientKeys } from '../keys/keys.ts';
import { oneOf } from '../connection/one-of.ts';

const defaultSettings: ClientSettings = {
  showVendorBranding: true,
  logoUrl: null,
  buttonColor: null,
  buttonTextColor: null,
  languages,
  origins: [],
  returnUrls: [],
  strictStart: false,
  queueWeight: 1,
  mediaRetentionDays: null,
  dataRetentionDays: null,
  webhookEventTypes: [],
  ipRules: { allow: [], deny: [] },
};

export function createClientRepository(connection: Connection, clientKeys: ClientKeys): ClientRepository {
  return {
    async find(clientId): Promise<Client | null> {
      const row = await connection.client.findUnique({ where: { id: clientId } });
      return row && toClient({ ...row, suspended: row.suspendedAt !== null });
    },

    async list({ limit, after, among = [] }) {
      const chosen = among.length === 0 ? {} : { in: [...among] };
      const rows = await connection.client.findMany({
        where: { id: { ...chosen, ...(after !== null && { gt: after }) } },
        orderBy: { id: 'asc' },
        take: limit,
      });
      return rows.map((row) => toClient({ ...row, suspended: row.suspendedAt !== null }));
    },

    async listIds() {
      const rows = await connection.client.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
      return rows.map(({ id }) => id);
    },

    async setIpRules(clientId, rules) {
      const patch = JSON.stringify({ ipRules: rules });
      await connection.$executeRaw`update clients set settings = settings || ${patch}::jsonb where id = ${clientId}`;
    },

    async update(clientId, { name, settings }) {
      const patch = JSON.stringify(settings);
      await connection.$executeRaw`
        update clients set name = coalesce(${name ?? null}, name), settings = settings || ${patch}::jsonb
         where id = ${clientId}`;
    },

    async create(client) {
      const wrappedKey = await clientKeys.create(client.id);
      await connection.client.create({ data: { ...client, wrappedKey } });
    },
  };
}

export function toClient(row: {
  id: string;
  name: string;
  mode: string;
  suspended: boolean;
  settings: unknown;
}): Client {
  return {
    id: row.id,
    name: row.name,
    mode: oneOf(clientModes, row.mode),
    suspended: row.suspended,
    settings: { ...defaultSettings, ...(row.settings as Partial<ClientSettings>) },
  };
}
