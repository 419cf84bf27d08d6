import { isId } from '../../domain/id.ts';
import type { AdminCommand } from './admin-command.ts';

const weightAtMost = 20;

export const setClientWeightCommand: AdminCommand = {
  usage: 'set-client-weight <clientId> <weight>',
  takes: { words: 2 },
  does: 'gives a client a larger share of the workers: with weight 3, three of its jobs run for each job of a client with weight 1',
  async run(container, [clientId = '', wanted = ''], say) {
    const weight = Number(wanted);
    if (!isId('client', clientId) || !Number.isInteger(weight) || weight < 1 || weight > weightAtMost) {
      say(`Name a client and a weight from 1 to ${weightAtMost}: npm run admin -- set-client-weight cli_… 3`);
      return 1;
    }
    const client = await container.db.clients.find(clientId);
    if (client === null) {
      say('There is no such client.');
      return 1;
    }
    await container.db.clients.update(clientId, { settings: { queueWeight: weight } });
    say(`${client.name} now has the weight ${weight} on the queues of files, documents and liveness.`);
    return 0;
  },
};
