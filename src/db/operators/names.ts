import { isId, type IdKind } from '../../domain/id.ts';
import type { NameRepository } from '../../domain/repositories/account-repositories.ts';
import type { InvitationRepository, OperatorRepository } from '../../domain/repositories/operator-repositories.ts';
import type { Connection } from '../connection/connection.ts';

export function createNameRepository(
  connection: Connection,
  operators: Pick<OperatorRepository, 'listByIds'>,
  invitations: Pick<InvitationRepository, 'find'>,
): NameRepository {
  return {
    async find(clientId, ids) {
      const names = new Map<string, string>();
      const of = (kind: IdKind) => [...new Set(ids)].filter((id) => isId(kind, id));
      const named = (rows: readonly { id: string; name: string }[]) => {
        for (const { id, name } of rows) names.set(id, name);
      };
      const select = { id: true, name: true } as const;
      // Only the requested kinds cost a query.
      const whereOf = (kind: IdKind) => ({ id: { in: of(kind) }, clientId });
      if (of('operator').length > 0) {
        const rows = await operators.listByIds(of('operator'));
        named(rows.map(({ id, name, email }) => ({ id, name: name === '' ? email : name })));
      }
      if (of('apiToken').length > 0) named(await connection.apiToken.findMany({ where: whereOf('apiToken'), select }));
      if (of('flow').length > 0) named(await connection.flow.findMany({ where: whereOf('flow'), select }));
      if (of('client').length > 0)
        named(
          await connection.client.findMany({
            where: { id: { in: of('client').filter((id) => id === clientId) } },
            select,
          }),
        );
      if (of('webhookEndpoint').length > 0) {
        const where = whereOf('webhookEndpoint');
        const rows = await connection.webhookEndpoint.findMany({ where, select: { id: true, url: true } });
        named(rows.map(({ id, url }) => ({ id, name: url })));
      }
      if (of('encryptionConfiguration').length > 0) {
        const where = whereOf('encryptionConfiguration');
        named(await connection.encryptionConfiguration.findMany({ where, select }));
      }
      for (const id of of('invitation')) {
        const invitation = await invitations.find(id);
        if (invitation !== null) names.set(id, invitation.email);
      }
      return names;
    },
  };
}
