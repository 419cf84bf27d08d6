import { UsageFault, type AccuracySection } from './section.ts';
import { renderReport, writeReport } from './results-file.ts';
import { addedLabels } from './sections/added-labels.ts';
import { agreement } from './sections/agreement.ts';
import { attempts } from './sections/attempts.ts';
import { copies } from './sections/copies.ts';
import { documents } from './sections/documents.ts';
import { faces } from './sections/faces.ts';
import { forgedZones } from './sections/forged-zones.ts';
import { forgeries } from './sections/forgeries.ts';
import { ghostImages } from './sections/ghost-images.ts';
import { light } from './sections/light.ts';
import { lines } from './sections/lines.ts';
import { liveness } from './sections/liveness.ts';
import { noPerson } from './sections/no-person.ts';
import { presentations } from './sections/presentations.ts';
import { tilt } from './sections/tilt.ts';

/** `npm run accuracy -- SECTION [options]`: rates of right and wrong answers on a set of samples, into a page of
 * `bench/accuracy/results`; with `--print`, which every section takes, onto the screen alone. */
const sections: readonly AccuracySection[] = [
  addedLabels,
  agreement,
  attempts,
  copies,
  documents,
  forgedZones,
  faces,
  forgeries,
  ghostImages,
  light,
  lines,
  liveness,
  noPerson,
  presentations,
  tilt,
];

const say = (line: string) => process.stdout.write(`  ${line}\n`);

const printAlone = '--print';

async function accuracy([name, ...given]: readonly string[]): Promise<number> {
  const args = given.filter((arg) => arg !== printAlone);
  const section = sections.find((candidate) => candidate.name === name);
  if (section === undefined || args.includes('--help')) {
    process.stdout.write(usage());
    return name === undefined || name === '--help' || section !== undefined ? 0 : 1;
  }
  const report = await section.measure(args, say);
  process.stdout.write(`\n${renderReport(report)}\n`);
  const isWritten = report.complete && args.length === given.length;
  say(isWritten ? `Written to ${writeReport(section.page, report)}.` : 'No page of results was changed.');
  return 0;
}

function usage(): string {
  const lines = sections.flatMap(({ name, usage: options }) => [
    `  npm run accuracy -- ${name}`,
    ...options.map((option) => `      ${option}`),
  ]);
  const all = `  Every section takes ${printAlone}: it prints the report of a whole run, too, and leaves the results as they are.`;
  return `How often the checks are right, measured on samples whose truth is known.\n\n${lines.join('\n')}\n\n${all}\n`;
}

accuracy(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(error instanceof UsageFault ? error.message : String(error instanceof Error ? error.stack : error));
    process.exit(1);
  },
);
