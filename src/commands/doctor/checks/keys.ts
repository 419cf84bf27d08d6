import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SealBroken } from '../../../domain/encryption/encryption.ts';
import { settings } from '../../../settings/settings.ts';
import { defineCheck, type DoctorCheck } from '../doctor-check.ts';

const othersRead = 0o004;
const othersEnter = 0o001;
/** Mounted into a container, where nobody else works; `deploy/make-secrets.sh` closes their folder on the host. */
const containerSecrets = '/run/secrets/';

const opens = defineCheck({
  about: 'the root key',
  finds: {
    'root_key.wrong': {
      severity: 'fault',
      next: 'Set the ROOT_KEY (or KMS_KEY_ID) with which this database was created; put the earlier one into ROOT_KEY_PREVIOUS.',
    },
    'root_key.previous_kept': {
      severity: 'advice',
      next: 'Run `rotate-root-key`, then remove ROOT_KEY_PREVIOUS once you no longer need an older backup.',
    },
  },
  async run({ sql, container: { db, config } }) {
    const previous =
      config.rootKey.keys.length > 1
        ? [{ code: 'root_key.previous_kept' as const, says: 'ROOT_KEY_PREVIOUS is still set.' }]
        : [];
    // Asking for a key creates one when there is none.
    const [row] = await sql('select 1 from installation');
    if (row === undefined) return previous;
    try {
      await db.installation.deriveKey('doctor');
      return previous;
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      return [{ code: 'root_key.wrong', says: 'The root key cannot decrypt this database.' }, ...previous];
    }
  },
});

const files = defineCheck({
  about: 'files with secrets',
  finds: {
    'secret_file.readable': { severity: 'risk', next: 'Remove the permissions of other users: chmod o-rwx FILE.' },
  },
  async run({ container: { config }, dir }) {
    const secrets = Object.entries(settings).filter(([, { secret }]) => secret === true);
    const named = secrets.flatMap(([name]) => config.namedFiles[name] ?? []);
    const own = dir === null ? [] : ['root.key', 'running.json', 'demo.json'].map((name) => join(dir, name));
    const found = [];
    for (const file of [...named, ...own].map((name) => resolve(name))) {
      if (file.startsWith(containerSecrets)) continue;
      if (await isOpenToOthers(file))
        found.push({ code: 'secret_file.readable' as const, says: `Every user of this machine can read ${file}.` });
    }
    return found;
  },
});

/** A file in a folder that others cannot enter is out of their reach. False when there is no such file. */
async function isOpenToOthers(file: string): Promise<boolean> {
  const modeOf = (path: string) => stat(path).then(({ mode }) => mode);
  try {
    if (((await modeOf(file)) & othersRead) === 0) return false;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (((await modeOf(folder)) & othersEnter) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

export const keyChecks: readonly DoctorCheck[] = [opens, files];
