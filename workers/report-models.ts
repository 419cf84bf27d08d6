import type { ModelCatalogue, ModelVerdict } from '../src/adapters/model-catalogue.ts';
import type { ModelState, WorkerReport } from '../src/domain/ports/worker-reports.ts';

const states: Readonly<Record<ModelVerdict['status'], ModelState>> = {
  ok: 'loaded',
  missing: 'missing',
  not_downloaded: 'notDownloaded',
  wrong_hash: 'wrongHash',
};

interface Log {
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/**
 * The state of the models on the disk, for readiness, and one line in the log that names those that cannot be used. `named`: the command
 * that started this process has already named the models that were never downloaded.
 */
export function reportModels(
  catalogue: Pick<ModelCatalogue, 'verifyModels'>,
  log: Log,
  { named }: { named: boolean },
): WorkerReport['models'] {
  const verdicts = catalogue.verifyModels();
  const unusable = verdicts
    .filter(({ status }) => status !== 'ok' && !(named && status === 'not_downloaded'))
    .map(({ name, status }) => ({ name, status }));
  const text = 'models cannot be used: their checks send people to review. `npm run models` downloads what is missing';
  if (unusable.some(({ status }) => status !== 'not_downloaded')) log.error({ models: unusable }, text);
  else if (unusable.length > 0) log.warn({ models: unusable }, text);
  return verdicts.map(({ name, sha256, status }) => ({ name, sha256, status: states[status] }));
}
