import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packPackages, root, unpackInto, type Packed } from './pack-packages.ts';

let packed: Packed;
let project: string;

beforeAll(async () => {
  packed = await packPackages();
  project = packed.makeProject({ 'package.json': JSON.stringify({ name: 'host', type: 'module' }) });
  unpackInto(project, packed.sdk, ['react', '@types/react', '@types/node', 'csstype', 'undici-types']);
  unpackInto(project, packed.client, ['openapi-fetch', 'openapi-typescript-helpers']);
}, 180_000);
afterAll(() => packed.remove());

const run = (args: readonly string[]) =>
  execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8', stdio: 'pipe' });
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    license: string;
    private?: boolean;
    exports: Record<string, Record<string, Record<string, string>>>;
  };

// In a project in the strictest TypeScript: packages.full.test.ts.
describe('the packages as they are published', { timeout: 120_000 }, () => {
  test('hold what hosts load, and neither pages of the service nor maps nor sources', () => {
    for (const { files } of [packed.sdk, packed.client]) {
      expect(files.filter((name) => !/^(README\.md|package\.json|dist\/.*\.(c?js|d\.c?ts))$/.test(name))).toEqual([]);
      expect(files.filter((name) => /demo|hosted|preview/.test(name))).toEqual([]);
    }
    const texts = packed.sdk.files
      .filter((name) => name.endsWith('js'))
      .map((name) => readFileSync(join(packed.built, 'sdk', name), 'utf8'));
    expect(texts.join('\n')).not.toMatch(/^\/\/# sourceMappingURL/m);
    // A host that bundles the package with Vite has such names itself, and a name may be declared once.
    expect(texts.filter((text) => text.includes('__vite__'))).toEqual([]);
    // A build for development names the files on the machine that made it.
    expect(texts.filter((text) => text.includes(root))).toEqual([]);
  });

  test('are small: the SDK in ten languages 120 kB, the client 200 kB with the types of every route', () => {
    console.info(`SDK ${packed.sdk.bytes} bytes, client ${packed.client.bytes} bytes`);
    expect(packed.sdk.bytes).toBeLessThan(120_000);
    expect(packed.client.bytes).toBeLessThan(200_000);
  });

  test.each(['sdk', 'client'] as const)(
    '%s: may be published, under the licence of the repository, with every file that it exports',
    (name) => {
      const { exports, license, ...manifest } = manifestOf(join(packed.built, name));
      expect(license).toBe(manifestOf(root).license);
      expect(manifest).not.toHaveProperty('private');
      const named = Object.values(exports).flatMap((forms) =>
        Object.values(forms).flatMap((files) => Object.values(files)),
      );
      expect(named.length).toBeGreaterThanOrEqual(4);
      expect(packed[name].files).toEqual(expect.arrayContaining(named.map((file) => file.replace('./', ''))));
    },
  );

  test('do nothing when a server imports them, as ES modules and as CommonJS', () => {
    const look = (load: string) =>
      `const before = Object.keys(globalThis).join(); ${load} if (Object.keys(globalThis).join() !== before) throw new Error('a global more');` +
      `console.log([sdk.Verify, sdk.VerifyButtonResult, react.VerifyDelegateObserver, client.createVerifyClient].map((one) => typeof one).join());`;
    const names = { sdk: '@verify/sdk', react: '@verify/sdk/react', client: '@verify/client' };
    const required = Object.entries(names).map(([name, from]) => `const ${name} = require('${from}');`);
    const imported = Object.entries(names).map(([name, from]) => `const ${name} = await import('${from}');`);
    for (const args of [
      ['--input-type=commonjs', '-e', look(required.join(' '))],
      ['--input-type=module', '-e', look(imported.join(' '))],
    ]) {
      expect(run(args).trim()).toBe('object,object,function,function');
    }
  });
});
