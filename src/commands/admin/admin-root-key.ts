import type { AdminCommand } from './admin-command.ts';

export const rotateRootKeyCommand: AdminCommand = {
  usage: 'rotate-root-key',
  does: 'wraps the keys of clients and operators again, by the root key of now; before it, ROOT_KEY_PREVIOUS holds the one until now',
  async run(container, _args, say) {
    const keys = await container.db.rewrapKeys();
    say(`${keys} keys are wrapped by the root key of now. ROOT_KEY_PREVIOUS can go once every process`);
    say('has been started with the new one, and backups from before are no longer wanted.');
    return 0;
  },
};
