import { parseArgs } from 'node:util';
import { argon2PasswordHasher } from '../../adapters/argon2-password-hasher.ts';
import { setUpSchema } from '../../contract/operators/sign-in.ts';
import { systemActor } from '../../domain/privacy/audit.ts';
import { admitPassword } from '../../services/operators/admit-password.ts';
import { createOwner } from '../../services/operators/create-owner.ts';
import { createPrepareSetUp, setUpLinkOf } from '../../services/operators/prepare-set-up.ts';
import type { AdminCommand } from './admin-command.ts';
import { askSecret } from '../ask-secret.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const ownerSchema = setUpSchema.omit({ setUpToken: true });

export const createOwnerCommand: AdminCommand = {
  usage: 'create-owner --email ana@example.com --name Ana',
  takes: { values: ['email', 'name'] },
  does: 'creates an owner; asks for the password, or reads it from the standard input',
  async run(container, args) {
    const { values } = parseArgs({
      args: [...args],
      options: { email: { type: 'string' }, name: { type: 'string' } },
    });
    // Checked before the prompt, so that the operator types the password only when it can be used.
    const { email, name } = ownerSchema.shape;
    if (!email.safeParse(values.email).success || !name.safeParse(values.name).success) {
      say('Name an email address and a name: npm run admin -- create-owner --email ana@example.com --name Ana');
      return 1;
    }
    const password = await askSecret('Password (12 characters or more): ');
    const owner = ownerSchema.safeParse({ ...values, password });
    if (!owner.success) {
      say('The password must have 12 to 200 characters.');
      return 1;
    }
    await admitPassword(owner.data.password, owner.data, '/password');
    const passwordHash = await argon2PasswordHasher.hash(owner.data.password);
    const operatorId = await container.db.transaction((tx) =>
      createOwner(tx, { ...owner.data, passwordHash }, systemActor),
    );
    if (operatorId === null) {
      say('An operator already has this address.');
      return 1;
    }
    say(`Created the owner ${operatorId}. Sign in on the dashboard.`);
    return 0;
  },
};

export const setUpLinkCommand: AdminCommand = {
  usage: 'set-up-link [--another]',
  takes: { flags: ['another'] },
  does: 'prints a link that creates the first owner, once; with --another it creates one more; an earlier link no longer works',
  async run(container, args, say) {
    const { values } = parseArgs({ args: [...args], options: { another: { type: 'boolean' } } });
    const { another = false } = values;
    const token = await createPrepareSetUp(container)(null, { another });
    if (token === null) {
      say('There are operators already: ask one of them for an invitation, or add --another for one more owner.');
      return 1;
    }
    const { publicUrl, port } = container.config.http;
    say(another ? 'Become an owner, once, with an address that no operator has:' : 'Become the first owner, once:');
    say(`  ${setUpLinkOf(publicUrl ?? `http://localhost:${port}`, token)}`);
    return 0;
  },
};
