import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backend, page, reactApp, strictOptions } from './hosts.ts';
import { packPackages, unpackInto, type Packed } from './pack-packages.ts';

let packed: Packed;
beforeAll(async () => {
  packed = await packPackages();
}, 180_000);
afterAll(() => packed.remove());

test('the packages fit into a project in the strictest TypeScript, which also checks their own types', () => {
  const project = packed.makeProject({
    'package.json': JSON.stringify({ name: 'host', type: 'module' }),
    'backend.ts': backend,
    'page.ts': page,
    'react.ts': reactApp,
    'common.cts':
      "import sdk = require('@verify/sdk');\nimport react = require('@verify/sdk/react');\nimport client = require('@verify/client');\n" +
      'export = [sdk.Verify.shared.showVerifyFlow, react.VerifyDelegateObserver, client.createVerifyClient];\n',
    'tsconfig.json': JSON.stringify({
      compilerOptions: { ...strictOptions, module: 'NodeNext', moduleResolution: 'NodeNext', types: ['node'] },
    }),
  });
  unpackInto(project, packed.sdk, ['react', '@types/react', '@types/node', 'csstype', 'undici-types']);
  unpackInto(project, packed.client, ['openapi-fetch', 'openapi-typescript-helpers']);
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  expect(execFileSync(process.execPath, [tsc, '-p', '.'], { cwd: project, encoding: 'utf8', stdio: 'pipe' })).toBe('');
}, 120_000);
