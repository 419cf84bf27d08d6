import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readArguments } from './read-arguments.ts';

/** Refuses phrases that docs/style-of-words.md lists, in everything that people read, and long lines in READMEs. */

readArguments({ usage: 'npm run words: refuses the phrases that docs/style-of-words.md lists.', takes: {} });
const root = fileURLToPath(new URL('../../', import.meta.url));
const guide = 'docs/style-of-words.md';
const read = /(\.(md|ts|tsx|mjs|cjs|prisma|yml|json|py|sh|swift|ini|css)|(^|\/)(Dockerfile|run|\.env\.example))$/;
/** Written by programs, or already released. */
const unread = /^(package-lock\.json|prisma\/migrations\/|openapi\/openapi\.json)/;

const phrases = readFileSync(root + guide, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| do not write'))
  .map((line) => line.split('|')[1]?.trim() ?? '')
  .filter((phrase) => phrase !== '');
/** Between two words: spaces, or a line break with the comment mark of the next line. */
const gap = String.raw`(?:\s+(?:(?:\*|//|#|>|--)\s+)?)`;
const refused = new RegExp(String.raw`\b(${phrases.map((phrase) => phrase.replaceAll(' ', gap)).join('|')})\b`, 'gi');

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => read.test(file) && !unread.test(file) && file !== guide);
let found = 0;
/** A README is read in a terminal and in narrow panes, so a table whose cells are too long becomes a list. */
const longestLine = 140;
for (const file of files) {
  const text = readFileSync(root + file, 'utf8');
  if (/(^|\/)README\.md$/.test(file))
    for (const [line, { length }] of text.split('\n').entries())
      if (length > longestLine) {
        found++;
        console.error(`${file}:${line + 1}: ${length} characters: a README has ${longestLine} at most`);
      }
  for (const { 0: phrase, index } of text.matchAll(refused)) {
    found++;
    console.error(`${file}:${text.slice(0, index).split('\n').length}: “${phrase.replace(/\s+/g, ' ')}”: see ${guide}`);
  }
}
if (found > 0) {
  console.error(`${found} places that ${guide} refuses.`);
  process.exitCode = 1;
} else {
  console.log(`no refused phrase and no long line in ${files.length} files`);
}
