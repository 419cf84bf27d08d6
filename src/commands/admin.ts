import { createLogger } from '../adapters/telemetry/logger.ts';
import { loadConfig, loadEmbeddedSettings } from '../config.ts';
import { createContainer, type Container } from '../container.ts';
import { isDatabaseAway } from '../db/connection/is-away.ts';
import { isId } from '../domain/id.ts';
import { systemActor } from '../domain/privacy/audit.ts';
import { StorageAway } from '../domain/ports/object-store.ts';
import { linkEveryNote } from '../services/audit/link-notes.ts';
import { auditEverywhere } from '../services/operators/audit-everywhere.ts';
import { createReplayDecision } from '../services/steps/replay-decision.ts';
import { verifyAuditCommand } from './admin/admin-audit.ts';
import { unknownFilesCommand } from './admin/admin-unknown-files.ts';
import { applyErasureLedgerCommand } from './admin/admin-erasure.ts';
import { rotateRootKeyCommand } from './admin/admin-root-key.ts';
import { purgeCommand } from './admin/admin-retention.ts';
import { calibrateCommand } from './admin/admin-calibrate.ts';
import { createOwnerCommand, setUpLinkCommand } from './admin/admin-owner.ts';
import { backUpCommand, restoreCommand } from './admin/admin-back-up.ts';
import { rotateClientKeyCommand } from './admin/admin-client-key.ts';
import { createClientCommand } from './admin/admin-client.ts';
import { setClientWeightCommand } from './admin/admin-client-weight.ts';
import type { AdminCommand } from './admin/admin-command.ts';
import { openInstallation } from './admin/open-installation.ts';
import { doctorCommand } from './admin/admin-doctor.ts';
import { describeFacesCommand } from './admin/admin-describe-faces.ts';

/** `npm run admin -- COMMAND …`: commands for an operator, on the databases of the running service. */
const say = (line: string) => process.stdout.write(`${line}\n`);

const commands: Readonly<Record<string, AdminCommand>> = {
  'create-owner': createOwnerCommand,
  'set-up-link': setUpLinkCommand,
  'create-client': createClientCommand,
  'set-client-weight': setClientWeightCommand,
  replay: {
    usage: 'replay <verificationId>',
    does: 'runs the decision again on the stored results; it must give the same verdict',
    async run(container, [verificationId = '']) {
      if (!isId('verification', verificationId)) {
        say('Name a verification: npm run admin -- replay ver_…');
        return 1;
      }
      const replay = await createReplayDecision(container)(verificationId);
      if (replay === null) {
        say('This verification has no verdict to replay.');
        return 1;
      }
      for (const { stepId, checkId, stored, replayed } of replay.differences) {
        say(`  ${stepId} ${checkId}: stored ${stored}, replayed ${replayed}`);
      }
      const same = replay.stored === replay.replayed;
      say(
        same
          ? `Same verdict: ${replay.stored}`
          : `Another verdict: stored ${replay.stored}, replayed ${replay.replayed}`,
      );
      return same ? 0 : 1;
    },
  },
  doctor: doctorCommand,
  'verify-audit': verifyAuditCommand,
  purge: purgeCommand,
  calibrate: calibrateCommand,
  'describe-faces': describeFacesCommand,
  'rotate-root-key': rotateRootKeyCommand,
  'rotate-client-key': rotateClientKeyCommand,
  'back-up': backUpCommand,
  restore: restoreCommand,
  'unknown-files': unknownFilesCommand,
  'apply-erasure-ledger': applyErasureLedgerCommand,
};

async function admin([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    say('Commands:');
    for (const { usage, does } of Object.values(commands)) say(`  npm run admin -- ${usage}\n      ${does}`);
    return name === '' ? 0 : 1;
  }
  const mayBeEmpty = command.fillsEmpty === true;
  // A program that reads the output as JSON must find nothing else on standard output.
  const note = args.includes('--json') ? (line: string) => process.stderr.write(`${line}\n`) : say;
  const installation = await openInstallation(loadEmbeddedSettings(), { mayBeEmpty, say: note });
  try {
    const config = loadConfig(installation.environment);
    const container = createContainer(config, createLogger({ level: 'silent', process: 'admin' }), { direct: true });
    try {
      return await command.run(container, args, say).finally(async () => {
        if (command.onlyLooks !== true) await noteCommand(container, name, note);
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
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'There is no such file.';
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
