import { expect, test } from 'vitest';
import { replaceSection } from '../../../bench/results-file.ts';

const table = (title: string, row: string) =>
  [
    `## ${title}`,
    '',
    '| what | measured | against | ratio | bar | met | samples |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    row,
    '',
  ].join('\n');

const reads = table('Reads', '| a read | 9 ms | 3 ms | 3 × | ≤ 2 × | **no** | 40 reads |');
const writes = table('Writes', '| a write | 5 ms | 4 ms | 1.3 × | ≤ 2 × | yes | 40 writes |');
const sizes =
  '## Sizes\n\n| what | measured | bar | met |\n| --- | --- | --- | --- |\n| image | 7 MB | ≤ 6 MB | **no** |\n';

test('the results begin with the bars that are missed, of tables with and without a ratio', () => {
  const text = replaceSection(`# Measured speed\n\n${reads}\n${sizes}`, 'Writes', writes);
  expect(text).toContain('2 of 3 figures with a bar miss it:');
  expect(text).toContain('- **Reads**, a read: 3 × (bar ≤ 2 ×)');
  expect(text).toContain('- **Sizes**, image: 7 MB (bar ≤ 6 MB)');
  expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
    'Bars that are missed',
    'Reads',
    'Sizes',
    'Writes',
  ]);
});

test('a row that could not be judged counts as missed', () => {
  const unknown = table('Reads', '| a read | – | – | – | ≤ 2 × | – | 0 reads |');
  expect(replaceSection('# Measured speed\n', 'Reads', unknown)).toContain('1 of 1 figures with a bar miss it:');
});

test('another run of a section replaces it and its missed bars', () => {
  const once = replaceSection('# Measured speed\n', 'Reads', reads);
  const better = reads.replace('3 × | ≤ 2 × | **no**', '1.5 × | ≤ 2 × | yes');
  const twice = replaceSection(once, 'Reads', better);
  expect(twice).toContain('0 of 1 figures with a bar miss it:');
  expect(twice.match(/^## /gm)).toHaveLength(2);
});

test('another run of a section keeps its place, and what a person wrote below its table', () => {
  const notes = 'Read at night.\n\n| date | time |\n| --- | --- |\n| 23 | 9 ms |';
  const known = `# Measured speed\n\n${reads}\n${notes}\n\n${sizes}`;
  const text = replaceSection(known, 'Reads', reads.replace('9 ms', '8 ms'));
  expect(text).toContain(`| a read | 8 ms | 3 ms | 3 × | ≤ 2 × | **no** | 40 reads |\n\n${notes}\n`);
  expect(text).not.toContain('| a read | 9 ms');
  expect(text.indexOf('## Reads')).toBeLessThan(text.indexOf('## Sizes'));
});
