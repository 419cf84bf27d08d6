import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import type { Row, Section } from './section.ts';

const resultsFile = new URL('./RESULTS.md', import.meta.url);

const heading = `# Measured speed

Written by \`npm run bench\`. Each row is compared with a bare counterpart in the same run, on a machine that also generates the load. What it means for sizing: [docs/scaling.md](../docs/scaling.md).
`;
const missedTitle = 'Bars that are missed';

export function renderSection({ title }: Section, rows: readonly Row[]): string {
  const machine = `${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  return [
    `## ${title}`,
    '',
    `${new Date().toISOString().slice(0, 10)}, ${machine}`,
    '',
    '| what | measured | against | ratio | bar | met | samples |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows
      .map((row) =>
        [row.what, row.measured, row.against, row.ratio, row.bar, row.met ? 'yes' : '**no**', row.samples].join(' | '),
      )
      .map((line) => `| ${line} |`),
    '',
  ].join('\n');
}

/** Replaces the section's last results in `bench/RESULTS.md`, and lists there again which bars are missed. */
export function writeSection(section: Section, text: string): void {
  let known = heading;
  try {
    known = readFileSync(resultsFile, 'utf8');
  } catch {
    // The first run.
  }
  writeFileSync(resultsFile, replaceSection(known, section.title, text));
}

/**
 * `known` with `text` in place of the section of that title, or else at the end, below the list of missed bars. What a person wrote below the
 * section's first table stays.
 */
export function replaceSection(known: string, title: string, text: string): string {
  const [top = heading, ...sections] = known.split(/^(?=## )/m).filter((part) => !isSection(part, missedTitle));
  const parts = sections.map((part) =>
    isSection(part, title) ? [text.trimEnd(), notesBelowTable(part)].filter((each) => each !== '').join('\n\n') : part,
  );
  if (!sections.some((part) => isSection(part, title))) parts.push(text);
  return `${[top, listMissed(parts), ...parts].map((part) => part.trimEnd()).join('\n\n')}\n`;
}

function notesBelowTable(section: string): string {
  const lines = section.split('\n');
  const start = lines.findIndex((line) => line.startsWith('| '));
  if (start === -1) return '';
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('| '));
  return end === -1 ? '' : lines.slice(end).join('\n').trim();
}

function isSection(part: string, title: string): boolean {
  return part.startsWith(`## ${title}\n`);
}

function listMissed(sections: readonly string[]): string {
  const figures = sections.flatMap(figuresOf);
  const missed = figures.filter(({ met }) => met !== 'yes');
  return [
    `## ${missedTitle}`,
    '',
    `${missed.length} of ${figures.length} figures with a bar miss it:`,
    '',
    ...missed.map(({ section, what, figure, bar }) => `- **${section}**, ${what}: ${figure} (bar ${bar})`),
  ].join('\n');
}

interface Figure {
  section: string;
  what: string;
  figure: string;
  bar: string;
  met: string;
}

/** The rows with a bar of every table that has the columns `bar` and `met`. */
function figuresOf(part: string): Figure[] {
  const section = /^## (.+)/.exec(part)?.[1] ?? '';
  let columns: readonly string[] = [];
  let subject = '';
  return part.split('\n').flatMap((line) => {
    if (!line.startsWith('| ')) {
      columns = [];
      return [];
    }
    const cells = line.slice(2, -2).split(' | ');
    if (columns.length === 0) {
      columns = cells;
      return [];
    }
    const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
    const what = cell('what').replace(/^the same/, () => `${subject}, the same`);
    if (what === cell('what')) subject = what;
    const bar = cell('bar');
    if (bar === '' || bar === '–' || bar.startsWith('--')) return [];
    const figure = [cell('ratio'), cell('measured')].find((text) => text !== '' && text !== '–') ?? 'not measured';
    return [{ section, what, figure, bar, met: cell('met') }];
  });
}
