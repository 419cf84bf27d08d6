import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { buildWeb } from '../embedded/build-web.ts';

/** `npm run build:web`: every application of `web/`, and the types of the package. */
await buildWeb((line) => process.stdout.write(`${line}\n`), { always: true });
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', 'web/sdk/tsconfig.types.json'], { stdio: 'inherit' });
process.stdout.write('types of web/sdk written\n');
