import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import type { AccuracyReport, ResultsPage, ResultTable } from './section.ts';

const headingOf = (page: ResultsPage) => `# Measured accuracy: ${page}

Written by \`npm run accuracy\`. Every rate has its sample size; synthetic sets have fixed seeds. [Summary and terms](../../ACCURACY.md).
`;

/** Date and machine precede the facts of the run. */
export function renderReport({ title, facts, tables }: AccuracyReport): string {
  const cpu = os.cpus()[0]?.model ?? 'unknown processor';
  const machine = `${cpu}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const head = [`## ${title}`, '', `- ${new Date().toISOString().slice(0, 10)}, ${machine}`];
  return [...head, ...facts.map((fact) => `- ${fact}`), '', ...tables.map(renderTable)].join('\n');
}

/** Replaces the last report with the same title. Returns the page's path. */
export function writeReport(page: ResultsPage, report: AccuracyReport): string {
  const resultsFile = new URL(`results/${page}.md`, import.meta.url);
  let known = headingOf(page);
  try {
    known = readFileSync(resultsFile, 'utf8');
  } catch {
    // The first run.
  }
  const parts = known.split(/^(?=## )/m);
  const place = parts.findIndex((part) => part.startsWith(`## ${report.title}\n`));
  parts.splice(place === -1 ? parts.length : place, 1, renderReport(report));
  const text = parts.map((part) => part.trimEnd()).join('\n\n');
  writeFileSync(resultsFile, `${text}\n`);
  return `bench/accuracy/results/${page}.md`;
}

function renderTable({ title, columns, rows }: ResultTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [`### ${title}`, '', line(columns), line(columns.map(() => '---')), ...rows.map(line), ''].join('\n');
}
