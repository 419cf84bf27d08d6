/**
 * Runs before the programs of npm scripts, in any Node.js and without packages: it names what they need, where Node would only print a stack.
 */
import { existsSync } from 'node:fs';

const { node } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);

/** @param {string} line */
function end(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

if (major < 20 || (major === 20 && minor < 19)) {
  end(
    `Verify needs Node.js 20.19 or newer (24 recommended), and this is ${node}. https://nodejs.org has the current one.`,
  );
}
if (!existsSync(new URL('../../node_modules/tsx', import.meta.url))) {
  end('The packages of Verify are not installed. Install them first: npm ci');
}
