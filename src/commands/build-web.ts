import { buildWeb, WebBuildFailure } from '../embedded/build-web.ts';

/** `npm run build:web`: every application of `web/`. */
await buildWeb((line) => process.stdout.write(`${line}\n`), { always: true }).catch((error: unknown) => {
  if (!(error instanceof WebBuildFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
