import type { AdminCommand } from './admin-command.ts';

export const rotateRootKeyCommand: AdminCommand = {
  usage: 'rotate-root-key',
  does: 'wraps the keys of clients and operators with the current root key; ROOT_KEY_PREVIOUS must contain the earlier one',
  async run(container, _args, say) {
    const keys = await container.db.rewrapKeys();
    say(`${keys} keys are wrapped by the current root key. You can remove ROOT_KEY_PREVIOUS once every process`);
    say('has been started with the new one and you no longer need older backups.');
    return 0;
  },
};
