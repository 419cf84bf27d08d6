import { pathToFileURL } from 'node:url';
import { readModelCatalogue } from '../adapters/model-catalogue.ts';
import { loadEmbeddedSettings } from '../config.ts';

/** Compares every model of the catalogue with its hash. What cannot be used is named; its checks then send to review. */
export function checkModels(modelsDir: string | null, say: (line: string) => void): boolean {
  const verdicts = readModelCatalogue({ modelsDir: modelsDir ?? undefined }).verifyModels();
  const faulty = verdicts.filter(({ status }) => status !== 'ok');
  for (const { name, status, path } of faulty) {
    say(
      `model ${name}: ${status === 'missing' ? 'the file is missing' : 'the file is not the one of the catalogue'} (${path})`,
    );
  }
  say(`models: ${verdicts.length - faulty.length} of ${verdicts.length} usable`);
  return faulty.length === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const complete = checkModels(loadEmbeddedSettings().modelsDir, (line) => process.stdout.write(`${line}\n`));
  process.exitCode = complete ? 0 : 1;
}
