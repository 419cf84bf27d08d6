import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * While a new version comes up, the one before it still runs on the same database: a migration may add, and never take away or
 * narrow what the version before reads or writes. What is no longer used goes one version later, and is listed here.
 */
const goneAVersionLater: readonly string[] = [];
const breaking = [
  /\bdrop\s+(table|column)\b/i,
  /\brename\s+(to|column)\b/i,
  /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i,
  /\balter\s+column\s+\S+\s+set\s+not\s+null\b/i,
  /\badd\s+column\s+(?:(?!default|,|;)[\s\S])*\bnot\s+null\b(?:(?!default)[^,;])*[,;]/i,
];

const folder = new URL('../../../prisma/migrations/', import.meta.url);
const migrations = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

it.each(migrations)('the migration %s leaves the version before it able to run', (name) => {
  const sql = readFileSync(new URL(`${name}/migration.sql`, folder), 'utf8').replaceAll(/--.*$/gm, '');
  const found = breaking.flatMap((pattern) => pattern.exec(sql)?.[0] ?? []);
  expect(goneAVersionLater.includes(name) ? [] : found).toEqual([]);
});
