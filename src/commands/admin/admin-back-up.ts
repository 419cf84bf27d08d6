import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openRootKey } from '../../adapters/root-keys/open-root-key.ts';
import type { Container } from '../../container.ts';
import { backUp, readBackUp, restore } from '../../db/upkeep/back-up.ts';
import { endAccessAtOnce } from '../../db/upkeep/end-access.ts';
import { createAcceptRestoredAudit } from '../../services/audit/anchor-audit.ts';
import { createUnknownFiles } from '../../services/objects/unknown-files.ts';
import { verifyAuditCommand } from './admin-audit.ts';
import type { AdminCommand } from './admin-command.ts';
import { applyErasureLedgerCommand } from './admin-erasure.ts';
import { sayFiles, unknownFilesCommand } from './admin-unknown-files.ts';

async function withDatabase<T>(container: Container, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: container.config.database.ownerUrl,
    application_name: 'verify admin',
  });
  // A broken connection fails the running query; without a listener, its event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const backUpCommand: AdminCommand = {
  usage: 'back-up <file> [--replace] | --taken',
  takes: { words: 1, flags: ['replace', 'taken'] },
  does: 'writes the whole database as it is now into a new file, while the service runs; encrypted values stay encrypted; --replace overwrites an earlier file; --taken only records that other tools made a backup',
  async run(container, args, say) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { replace: { type: 'boolean', default: false }, taken: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [file] = positionals;
    if (values.taken) {
      if (file !== undefined || values.replace) {
        say('--taken writes no file, so it takes no other argument.');
        return 1;
      }
      await container.db.installation.noteBackUp();
      say('Recorded: the database was backed up now.');
      return 0;
    }
    if (file === undefined) {
      say('Name a file: npm run admin -- back-up verify.backup');
      return 1;
    }
    if (!values.replace && existsSync(file)) {
      say(`${file} exists already, so nothing was written. Name another file, or add --replace to overwrite this one.`);
      return 1;
    }
    // A process that finds the file under its name finds all of it.
    const unfinished = `${file}.unfinished`;
    try {
      await withDatabase(container, (client) =>
        pipeline(Readable.from(backUp(client)), createGzip(), createWriteStream(unfinished, { mode: 0o600 })),
      );
      renameSync(unfinished, file);
    } finally {
      rmSync(unfinished, { force: true });
    }
    await container.db.installation.noteBackUp();
    say(`Wrote ${file}. Keep the root key apart from it: without that key nobody can read it.`);
    return 0;
  },
};

const endedAccess = 'The sessions, links and invitations of the backup have ended: everyone signs in again.';
const otherAccess =
  'Passwords, roles, limits and secrets are as they were when the backup was taken: change again what you have changed since.';

/** After a restore by Postgres's own tools; `restore` does so automatically. */
export const endAccessCommand: AdminCommand = {
  usage: 'end-access',
  does: 'after a restore of the database, ends every session, link and invitation that came back with it',
  async run(container, _args, say) {
    await withDatabase(container, endAccessAtOnce);
    say(endedAccess);
    say(`${otherAccess} Revoke the tokens and remove the operators again that you have revoked and removed since.`);
    return 0;
  },
};

/** By line feeds only: Node's readline also ends lines where JSON does not. */
async function* linesOf(text: NodeJS.ReadableStream): AsyncGenerator<string> {
  let rest = '';
  text.setEncoding('utf8');
  for await (const chunk of text) {
    const parts = (rest + String(chunk)).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  yield rest;
}

export const restoreCommand: AdminCommand = {
  usage: 'restore <file> [--replace] [--dry-run]',
  takes: { words: 1, flags: ['replace', 'dry-run'] },
  fillsEmpty: true,
  does: 'restores a backup while the service is stopped, erases again everyone who was erased since the backup, ends all sessions, and checks the audit log; --dry-run only lists the files that the backup does not know',
  async run(container, args, say) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { replace: { type: 'boolean', default: false }, 'dry-run': { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [file] = positionals;
    if (file === undefined) {
      say('Name a file: npm run admin -- restore verify.backup');
      return 1;
    }
    await access(file);
    // An error of the file must become an error of the reading.
    const content = createGunzip();
    const reading = pipeline(createReadStream(file), content);
    reading.catch((error: unknown) => content.destroy(error instanceof Error ? error : undefined));
    if (values['dry-run']) {
      const { takenAt, rows, objectKeys } = await readBackUp(linesOf(content));
      say(`The backup was taken at ${takenAt} and contains ${rows} rows.`);
      await sayFiles(createUnknownFiles(container).listBut(objectKeys), say);
      return 0;
    }
    const rootKey = openRootKey(container.config.rootKey);
    const restored = await withDatabase(container, (client) =>
      restore(client, linesOf(content), { ...values, rootKey }),
    );
    say(`Restored ${restored.rows} rows.`);
    say(
      `${endedAccess} Of what was revoked or removed since, ${restored.withdrawnAgain} had come back and were withdrawn.`,
    );
    say(otherAccess);
    // Before the ledger, which deletes files immediately.
    await unknownFilesCommand.run(container, [], say);
    await applyErasureLedgerCommand.run(container, [], say);
    for (const { clientId, lost } of await createAcceptRestoredAudit(container)()) {
      say(`The audit log of ${clientId} lost ${lost} entries or more that were written after the backup.`);
    }
    return verifyAuditCommand.run(container, [], say);
  },
};
