/**
 * `npm run screens`: takes a picture of every screen and page, in light and dark, small and large, and shows them on one sheet.
 * `npm run screens -- PART …` takes those of the test files whose names contain one of the parts again, and keeps the others.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../../src/commands/read-arguments.ts';
import { chromiumPath } from './support/open-browser.ts';
import { writeContactSheet } from './support/contact-sheet.ts';

const folder = fileURLToPath(new URL('screens', import.meta.url));
const usage = `npm run screens: takes a picture of every screen and page, in Chromium.

  npm run screens                  all of them; takes some ten minutes
  npm run screens -- PART …        those of the test files whose names contain PART: dashboard, pages, hand-over`;
const parts = readArguments({ usage, takes: { words: Infinity } }).words;

if (chromiumPath === null) {
  console.error('The pictures are taken in Chromium, and none was found. Install it, or set CHROMIUM_PATH.');
  process.exit(1);
}
const all = readdirSync('test/browser', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('test/browser', file))
  .filter((file) =>
    /import \{[^}]*\b(photograph|photographLooks|photographPage|photographDialog|lookAtScreen)\b[^}]*\}/.test(
      readFileSync(file, 'utf8'),
    ),
  );
const files = all.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)));
if (files.length === 0) {
  console.error(`Pictures are taken in:\n${all.join('\n')}`);
  process.exit(1);
}
if (parts.length === 0) rmSync(folder, { recursive: true, force: true });
console.log(`taking pictures in ${files.length} of ${all.length} files of tests; all of them take some ten minutes`);
const { status } = spawnSync('npx', ['vitest', 'run', '--mode', 'full', ...files], {
  stdio: 'inherit',
  env: { ...process.env, SCREENS_DIR: folder },
});
const count = writeContactSheet(folder);
console.log(`${count} pictures: open ${folder}/index.html`);
if (status !== 0) console.log('Some tests failed, see above: pictures can be missing.');
process.exit(status ?? 1);
