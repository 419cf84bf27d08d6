import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildOpenApi } from '../contract/openapi/openapi.ts';

/** Writes `openapi/openapi.json`; with `--check`, only compares the file with the schemas. */
const file = fileURLToPath(new URL('../../openapi/openapi.json', import.meta.url));
const wanted = `${JSON.stringify(buildOpenApi(), null, 2)}\n`;

if (process.argv.includes('--check')) {
  const found = await readFile(file, 'utf8').catch(() => null);
  if (found !== wanted) {
    console.error('openapi/openapi.json is stale: run `node --import tsx src/commands/openapi.ts` and commit it');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, wanted);
}
