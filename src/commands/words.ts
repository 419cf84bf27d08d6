import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Refuses phrases that docs/style-of-words.md lists, in everything that people read. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const guide = 'docs/style-of-words.md';
const read = /\.(md|ts|tsx|mjs|cjs|prisma|yml|json)$/;
/** Written by programs, or already released. */
const unread = /^(package-lock\.json|prisma\/migrations\/|openapi\/openapi\.json|bench\/(RESULTS|ACCURACY)\.md)/;

const phrases = readFileSync(root + guide, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| do not write'))
  .map((line) => line.split('|')[1]?.trim() ?? '')
  .filter((phrase) => phrase !== '');
const refused = new RegExp(`\\b(${phrases.join('|')})\\b`, 'gi');

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => read.test(file) && !unread.test(file) && file !== guide);
let found = 0;
for (const file of files) {
  readFileSync(root + file, 'utf8')
    .split('\n')
    .forEach((line, at) => {
      for (const [phrase] of line.matchAll(refused)) {
        found++;
        console.error(`${file}:${at + 1}: “${phrase}”: see ${guide}`);
      }
    });
}
if (found > 0) {
  console.error(`${found} phrases that ${guide} refuses.`);
  process.exitCode = 1;
} else {
  console.log(`no refused phrase in ${files.length} files`);
}
