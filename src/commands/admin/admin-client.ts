import { clientModes } from '../../domain/operators/client.ts';
import { systemActor } from '../../domain/privacy/audit.ts';
import { newId } from '../../domain/id.ts';
import type { AdminCommand } from './admin-command.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

export const createClientCommand: AdminCommand = {
  usage: 'create-client <live|test> <name>',
  does: 'makes another client; its settings, flows and tokens are set up on the dashboard or over REST',
  async run(container, [wanted = '', ...words]) {
    const mode = clientModes.find((known) => known === wanted);
    const name = words.join(' ');
    if (mode === undefined || name === '' || name.length > 100) {
      say('Say its mode and its name: npm run admin -- create-client live Example Bank');
      return 1;
    }
    const id = newId('client');
    await container.db.transaction(async (tx) => {
      await tx.clients.create({ id, name, mode });
      await tx.audit.append([{ clientId: id, actorId: systemActor, action: 'client.created', subjectId: id }]);
    });
    say(`Made the client ${id}.`);
    return 0;
  },
};
