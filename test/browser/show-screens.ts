/** `npm run screens`: takes a picture of every screen and page, in light and dark, small and large, and shows them on one sheet. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumPath } from './support/open-browser.ts';
import { writeContactSheet } from './support/contact-sheet.ts';

const folder = fileURLToPath(new URL('screens', import.meta.url));

if (chromiumPath === null) {
  console.error('The pictures are taken in Chromium, and none was found. Install it, or set CHROMIUM_PATH.');
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
const files = readdirSync('test/browser', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('test/browser', file))
  .filter((file) => /photograph\w*\(/.test(readFileSync(file, 'utf8')));
console.log(`taking pictures in ${files.length} files of tests; this takes some minutes`);
const { status } = spawnSync('npx', ['vitest', 'run', '--mode', 'full', ...files], {
  stdio: 'inherit',
  env: { ...process.env, SCREENS_DIR: folder },
});
const count = writeContactSheet(folder);
console.log(`${count} pictures: open ${folder}/index.html`);
if (status !== 0) console.log('Some tests failed, see above: pictures can be missing.');
process.exit(status ?? 1);
