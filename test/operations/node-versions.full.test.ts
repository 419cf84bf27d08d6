import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passportPicture } from '../support/documents/pictures.ts';
import { openComposition, type Composition } from '../support/programs/composition.ts';
import { runComposition } from '../support/programs/run-composition.ts';

/** The suite itself runs on Node.js 20, the oldest that the service supports. Binaries of the others come from npm. */
const others = ['22', '24'];
const folder = mkdtempSync(join(tmpdir(), 'verify-node-'));
const open: Composition[] = [];
let hasBinaries = false;

beforeAll(() => {
  const binary = `node-${process.platform}-${process.arch}`;
  try {
    const wanted = others.map((major) => `node${major}@npm:${binary}@${major}`);
    execFileSync(
      'npm',
      ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, ...wanted],
      {
        stdio: 'ignore',
      },
    );
    hasBinaries = true;
  } catch {
    console.log(
      `skipped: npm could not install ${binary} here, so that only Node.js ${process.versions.node} is tried`,
    );
  }
}, 300_000);
afterAll(async () => {
  for (const composition of open) await composition.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the processes of docker-compose.yml', () => {
  it.for(others)('migrate, verify somebody and stop on Node.js %s', { timeout: 600_000 }, async (major, context) => {
    if (!hasBinaries) context.skip();
    const nodePath = join(folder, 'node_modules', `node${major}`, 'bin', 'node');
    expect(execFileSync(nodePath, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${major}\\.`));
    const composition = await openComposition(`node_${major}`, {}, nodePath);
    open.push(composition);
    const { jpeg } = await passportPicture();
    expect(await runComposition(composition, jpeg)).toEqual({ status: 'verified', exitCodes: [0, 0, 0, 0, 0, 0] });
  });
});
