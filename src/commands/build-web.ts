import { buildWeb, WebBuildFailure } from '../embedded/build-web.ts';
import { readArguments } from './read-arguments.ts';

/** `npm run build:web`: every application of `web/`. */
readArguments({
  usage: 'npm run build:web: builds the pages for people and the dashboard, even if nothing changed.',
  takes: {},
});
await buildWeb((line) => process.stdout.write(`${line}\n`), { always: true }).catch((error: unknown) => {
  if (!(error instanceof WebBuildFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
