import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../browser/support/open-browser.ts';
import { openStage, press, type Stage } from '../browser/support/stage.ts';
import { eventually } from '../support/eventually.ts';
import { strictOptions } from './hosts.ts';
import { packPackages, unpackInto, type Packed } from './pack-packages.ts';
import { exampleOf, install, type ExampleIds } from './readme-examples.ts';

const versions = {
  next: '16.4.6',
  react: '19.3.1',
  'react-dom': '19.3.1',
  typescript: '5.9.3',
  '@types/react': '19.3.0',
  '@types/react-dom': '19.3.0',
  '@types/node': '20.19.0',
};
/** What the example of the README needs around it. */
const layout = `import type { ReactNode } from 'react';
export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;
const project = {
  'package.json': JSON.stringify({ name: 'host', private: true }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...strictOptions,
      // The types of Next.js themselves want newer libraries; those of the package are checked in packages.full.test.ts.
      skipLibCheck: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      isolatedModules: true,
      plugins: [{ name: 'next' }],
    },
    include: ['next-env.d.ts', '**/*.ts', '**/*.tsx', '.next/types/**/*.ts'],
  }),
  'app/layout.tsx': layout,
};
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' } as const;

describe.skipIf(chromiumPath === null)('the package in Next.js', { timeout: 400_000 }, () => {
  let stage: Stage;
  let packed: Packed;
  let ids: ExampleIds;
  let server: ChildProcess | null = null;
  beforeAll(async () => {
    packed = await packPackages();
    stage = await openStage();
    const flowId = await stage.addFlow('place', { steps: [{ id: 'place', type: 'location', config: {} }] });
    ids = { clientId: stage.stack.client.clientId, flowId, baseUrl: stage.stack.api.baseUrl };
  }, 240_000);
  afterAll(async () => {
    server?.kill();
    await stage.close();
    packed.remove();
  });

  test('is compiled in the strictest TypeScript, drawn by the server and shows the flow, and the page hears that everything is in', async () => {
    const host = packed.makeProject({ ...project, 'app/page.tsx': exampleOf('tsx\n// app/page.tsx', ids) });
    if (!(await install(host, versions))) return;
    unpackInto(host, packed.sdk, []);
    const next = createRequire(join(host, 'package.json')).resolve('next/dist/bin/next');
    await promisify(execFile)(process.execPath, [next, 'build'], { cwd: host, env, timeout: 300_000 }).catch(
      (error: unknown) => {
        // What the compiler said is in the output alone.
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        throw new Error(`Next.js did not build the page: ${stdout}${stderr}`);
      },
    );

    const port = await freePort();
    const url = `http://127.0.0.1:${String(port)}/`;
    server = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', String(port)], {
      cwd: host,
      env,
      stdio: 'ignore',
    });
    const html = await eventually(async () => await (await fetch(url).catch(() => null))?.text(), {
      what: 'the server of Next.js',
    });
    // Drawn without a browser: the SDK waits for one.
    expect(html).toContain('<button>Verify</button>');

    const page = await stage.openPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.addInitScript('window.heard = []; window.confirm = (...ids) => heard.push(ids);');
    await page.goto(url);
    await press(page, 'Verify');
    await press(page, 'Get started');
    await press(page, 'Share my location');
    await press(page, 'Done');
    expect(await page.evaluate<string[][]>('window.heard')).toEqual([[expect.stringMatching(/^idn_/)]]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return address.port;
}
