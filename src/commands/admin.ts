import { createLogger } from '../adapters/telemetry/logger.ts';
import { loadConfig } from '../config.ts';
import { createContainer, type Container } from '../container.ts';
import { isDatabaseAway } from '../db/connection/is-away.ts';
import { systemActor } from '../domain/privacy/audit.ts';
import { StorageAway } from '../domain/ports/object-store.ts';
import { loadEmbeddedSettings } from '../embedded-settings.ts';
import { linkEveryNote } from '../services/audit/link-notes.ts';
import { auditEverywhere } from '../services/operators/audit-everywhere.ts';
import { adminCommands } from './admin/index.ts';
import { refusalOf } from './admin/admin-arguments.ts';
import type { AdminCommand } from './admin/admin-command.ts';
import { openInstallation } from './admin/open-installation.ts';
import { explainFileFault } from './explain/explain-file-fault.ts';

/** `npm run admin -- COMMAND …`: commands for an operator, on the databases of the running service. */
const say = (line: string) => process.stdout.write(`${line}\n`);

function describe({ usage, does }: AdminCommand): string {
  return `  npm run admin -- ${usage}\n      ${does}`;
}

async function admin([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined;
  const wantsHelp = ['', 'help', '--help'].includes(name);
  if (command === undefined) {
    if (!wantsHelp) say(`There is no command “${name}”.`);
    say('Commands:');
    for (const known of Object.values(adminCommands)) say(describe(known));
    return wantsHelp ? 0 : 1;
  }
  if (args.includes('--help')) {
    say(describe(command));
    return 0;
  }
  const refusal = refusalOf(command, args);
  if (refusal !== null) {
    process.stderr.write(`${refusal}\n`);
    return 1;
  }
  const mayBeEmpty = command.fillsEmpty === true;
  // A program that reads the output as JSON must find nothing else on standard output.
  const note = args.includes('--json') ? (line: string) => process.stderr.write(`${line}\n`) : say;
  const installation = await openInstallation(loadEmbeddedSettings(), { mayBeEmpty, say: note });
  try {
    const config = loadConfig(installation.environment);
    const container = createContainer(config, createLogger({ level: 'silent', process: 'admin' }), { direct: true });
    try {
      return await command.run(container, args, say, installation).finally(async () => {
        if (command.unaudited !== true) await noteCommand(container, name, note);
      });
    } finally {
      await container.close();
    }
  } finally {
    await installation.close();
  }
}

/**
 * Every command that does more than read leaves a line in the audit log, even if it failed midway, and links its notes, because no worker
 * may be running. While the database is unavailable, nothing can be written.
 */
async function noteCommand({ db }: Container, name: string, say: (line: string) => void): Promise<void> {
  const note = { actorId: systemActor, action: 'admin.command_run', subjectId: name } as const;
  await db
    .transaction((tx) => auditEverywhere(tx, note))
    .then(() => linkEveryNote({ db }))
    .catch((error: unknown) => {
      // A failure here must not hide the command's own error.
      if (!isDatabaseAway(error)) say(`This command could not be recorded in the audit log: ${explainFault(error)}`);
    });
}

function explainFault(error: unknown): string {
  if (isDatabaseAway(error)) return 'The database does not answer. Is it running, and is DATABASE_URL right?';
  if (error instanceof StorageAway) return 'The object store does not answer.';
  const ofFile = explainFileFault(error);
  if (ofFile !== null) return ofFile;
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
    return 'This is not a backup of this service, or it is incomplete.';
  return error instanceof Error ? error.message : String(error);
}

// The reader may have stopped reading, like `head`.
process.stdout.on('error', () => process.exit());

admin(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    say(explainFault(error));
    process.exitCode = 1;
  },
);
