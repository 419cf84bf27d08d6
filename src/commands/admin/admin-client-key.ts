import { isId } from '../../domain/id.ts';
import type { AdminCommand } from './admin-command.ts';

export const rotateClientKeyCommand: AdminCommand = {
  usage: 'rotate-client-key <clientId>',
  does: 'gives a client another key while the service is stopped; everything of its people stays readable and findable',
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
      `A new key: ${identities} people and ${endpoints} webhook endpoints are under it, ${indexes} search hashes were made again.`,
    );
    say('Counts of sent codes were forgotten; codes and media links from before no longer work.');
    return 0;
  },
};
