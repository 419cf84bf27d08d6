import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildOpenApi } from '../contract/openapi/openapi.ts';
import { readArguments } from './read-arguments.ts';

const usage = `npm run openapi: writes openapi/openapi.json from the schemas of src/contract.

  npm run openapi -- --check   only compares them`;
const { flags } = readArguments({ usage, takes: { flags: ['check'] } });
const file = fileURLToPath(new URL('../../openapi/openapi.json', import.meta.url));
const wanted = `${JSON.stringify(buildOpenApi(), null, 2)}\n`;

if (flags.has('check')) {
  const found = await readFile(file, 'utf8').catch(() => null);
  if (found !== wanted) {
    console.error('openapi/openapi.json is stale: run `npm run openapi` and commit the file');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, wanted);
}
