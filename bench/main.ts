import { analytics } from './sections/analytics.ts';
import { auditIntegrity } from './sections/audit-integrity.ts';
import { identityList } from './sections/identity-list.ts';
import { identityLookup } from './sections/identity-lookup.ts';
import { deadEndpoints } from './sections/dead-endpoints.ts';
import { dashboard } from './sections/browser/dashboard.ts';
import { documentFiles } from './sections/document-files.ts';
import { documentPage } from './sections/document-page.ts';
import { fairness } from './sections/fairness.ts';
import { faces } from './sections/faces.ts';
import { oneTimeCodes } from './sections/one-time-codes.ts';
import { backendWrites } from './sections/backend-writes.ts';
import { browserSdk } from './sections/browser/browser-sdk.ts';
import { personFlow } from './sections/browser/person-flow.ts';
import { openSockets } from './sections/open-sockets.ts';
import { largeTables } from './sections/large-tables.ts';
import { memoryAtRest } from './sections/memory-at-rest.ts';
import { realRecords } from './sections/real-records.ts';
import { retention } from './sections/retention.ts';
import { revocation } from './sections/revocation.ts';
import { sessionStart } from './sections/session-start.ts';
import { sessionState } from './sections/session-state.ts';
import { stepSubmit } from './sections/step-submit.ts';
import { simulation } from './sections/simulation.ts';
import { tokenGuessing } from './sections/token-guessing.ts';
import { waitingTime } from './sections/waiting-time.ts';
import { webhookDeliveries } from './sections/webhook-deliveries.ts';
import { pictureDecoding } from './sections/picture-decoding.ts';
import { renderSection, writeSection } from './results-file.ts';
import { isScaleSection, summarise } from './scale.ts';
import type { Row, Section } from './section.ts';
import { startBenchStack } from './stack.ts';

/**
 * `npm run bench [-- SECTION …]`: measures and writes `bench/RESULTS.md`. Other sections keep their rows. `scale` stands for the sections
 * of `scale.ts`.
 */
const sections: readonly Section[] = [
  documentPage,
  documentFiles,
  pictureDecoding,
  faces,
  sessionStart,
  backendWrites,
  sessionState,
  stepSubmit,
  openSockets,
  webhookDeliveries,
  deadEndpoints,
  oneTimeCodes,
  identityLookup,
  realRecords,
  identityList,
  revocation,
  tokenGuessing,
  memoryAtRest,
  browserSdk,
  personFlow,
  dashboard,
  largeTables,
  analytics,
  fairness,
  waitingTime,
  simulation,
  auditIntegrity,
  retention,
];
const say = (line: string) => process.stdout.write(`  ${line}\n`);

async function bench(asked: readonly string[]): Promise<void> {
  const known = ['scale', ...sections.map(({ name }) => name)];
  if (asked.includes('--help')) {
    process.stdout.write(
      `npm run bench [-- SECTION …]: measures and writes bench/RESULTS.md.\nSections: ${known.join(', ')}\n`,
    );
    return;
  }
  const unknown = asked.filter((name) => name !== 'scale' && !sections.some((section) => section.name === name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no section ${unknown.join(', ')}. Sections: ${known.join(', ')}.\n`);
    process.exitCode = 1;
    return;
  }
  const isAsked = (name: string) => asked.includes(name) || (asked.includes('scale') && isScaleSection(name));
  const chosen = asked.length === 0 ? sections : sections.filter(({ name }) => isAsked(name));
  const measured: { name: string; rows: readonly Row[] }[] = [];
  const failed: string[] = [];
  for (const section of chosen) {
    process.stdout.write(`${section.title}\n`);
    try {
      const rows = await measureAlone(section);
      measured.push({ name: section.name, rows });
      const text = renderSection(section, rows);
      process.stdout.write(`${text}\n`);
      writeSection(section, text);
    } catch (error) {
      failed.push(section.name);
      say(`could not be measured: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  process.stdout.write(`${summarise(measured)}\n`);
  if (failed.length > 0) {
    process.stdout.write(`Not measured: ${failed.join(', ')}. Their last results stay.\n`);
    process.exitCode = 1;
  }
}

/** On servers that start empty: what one section wrote would slow down the next one. */
async function measureAlone(section: Section): Promise<readonly Row[]> {
  const stack = await startBenchStack(say);
  try {
    const startedAt = performance.now();
    const rows = await section.measure(stack, say);
    say(`took ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`);
    return rows;
  } finally {
    await stack.stop();
  }
}

await bench(process.argv.slice(2));
