import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { buildWeb, WebBuildFailure } from '../embedded/build-web.ts';

/** `npm run build:web`: every application of `web/`, and the types of the package. */
await buildWeb((line) => process.stdout.write(`${line}\n`), { always: true }).catch((error: unknown) => {
  if (!(error instanceof WebBuildFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', 'web/sdk/tsconfig.types.json'], { stdio: 'inherit' });
process.stdout.write('types of web/sdk written\n');
