import { isId } from '../../domain/id.ts';
import type { AdminCommand } from './admin-command.ts';

export const rotateClientKeyCommand: AdminCommand = {
  usage: 'rotate-client-key <clientId>',
  takes: { words: 1 },
  does: 'replaces the key of a client while the service is stopped; the data of its people stays readable and searchable',
  async run(container, [clientId = ''], say) {
    if (!isId('client', clientId)) {
      say('Name a client: npm run admin -- rotate-client-key cli_…');
      return 1;
    }
    const rotated = await container.db.rotateClientKey(clientId);
    if (rotated === null) {
      say('There is no such client.');
      return 1;
    }
    const { identities, endpoints, indexes } = rotated;
    say(
      `The client has a new key: it protects ${identities} people and ${endpoints} webhook endpoints, and ${indexes} search hashes were computed again.`,
    );
    say('Counts of sent codes were reset; earlier codes and media links no longer work.');
    return 0;
  },
};
