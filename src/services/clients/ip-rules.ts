import type { ApiCaller, IpRules } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

/** The networks that a client's sessions may start from; each flow may have rules of its own beside them. */
export function createReadIpRules({ db }: { db: Pick<Database, 'clients'> }) {
  return async function readIpRules({ clientId }: ApiCaller): Promise<IpRules> {
    const client = await db.clients.find(clientId);
    if (client === null) throw new Problem('auth.unauthorized');
    return client.settings.ipRules;
  };
}

export function createSetIpRules({ db }: { db: Pick<Database, 'transaction'> }) {
  return async function setIpRules({ clientId, actorId }: ApiCaller, rules: IpRules): Promise<IpRules> {
    await db.transaction(async (tx) => {
      await tx.clients.setIpRules(clientId, rules);
      await tx.audit.append([{ clientId, actorId, action: 'ip_rules.updated', subjectId: clientId }]);
    });
    return rules;
  };
}
