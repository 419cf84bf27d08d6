import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../browser/support/open-browser.ts';
import { openStage, press, type Stage } from '../browser/support/stage.ts';
import { exampleOf, install, type ExampleIds } from './readme-examples.ts';
import { packPackages, unpackInto, type Packed } from './pack-packages.ts';

/** What an example of the README is compiled with, by the language of its block. */
interface Framework {
  packages: Readonly<Record<string, string>>;
  main: string;
  compile(project: string, source: string): Promise<string>;
}

/** Only what this test asks of the compilers. */
interface VueCompiler {
  parse(source: string): { descriptor: object; errors: unknown[] };
  compileScript(descriptor: object, options: { id: string; inlineTemplate: boolean }): { content: string };
}
interface SvelteCompiler {
  compile(source: string, options: { generate: 'client'; filename: string }): { js: { code: string } };
}
const load = async <T>(project: string, name: string): Promise<T> =>
  (await import(createRequire(join(project, 'package.json')).resolve(name))) as T;

const frameworks: Readonly<Record<'vue' | 'svelte', Framework>> = {
  vue: {
    packages: { vue: '3.5.45' },
    main: "import { createApp } from 'vue'; import App from './app.vue'; createApp(App).mount('#app');",
    async compile(project, source) {
      const compiler = await load<VueCompiler>(project, 'vue/compiler-sfc');
      const { descriptor, errors } = compiler.parse(source);
      expect(errors).toEqual([]);
      return compiler.compileScript(descriptor, { id: 'app', inlineTemplate: true }).content;
    },
  },
  svelte: {
    packages: { svelte: '5.57.3' },
    main: "import { mount } from 'svelte'; import App from './app.svelte'; mount(App, { target: document.querySelector('#app') });",
    async compile(project, source) {
      const compiler = await load<SvelteCompiler>(project, 'svelte/compiler');
      return compiler.compile(source, { generate: 'client', filename: 'app.svelte' }).js.code;
    },
  },
};
const names = Object.keys(frameworks) as (keyof typeof frameworks)[];

describe.skipIf(chromiumPath === null)('the examples of the README', { timeout: 240_000 }, () => {
  let stage: Stage;
  let packed: Packed;
  let ids: ExampleIds;
  const servers: Server[] = [];
  beforeAll(async () => {
    packed = await packPackages();
    stage = await openStage();
    const flowId = await stage.addFlow('place', { steps: [{ id: 'place', type: 'location', config: {} }] });
    ids = { clientId: stage.stack.client.clientId, flowId, baseUrl: stage.stack.api.baseUrl };
  }, 240_000);
  afterAll(async () => {
    for (const server of servers) server.close();
    packed.remove();
    await stage.close();
  });

  async function serve(html: string, script: string): Promise<string> {
    const server = createServer((request, response) => {
      if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(html);
      else if (request.url === '/main.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      else response.writeHead(404).end();
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // It listens on a port.
    return `http://127.0.0.1:${String(port)}/`;
  }

  test.each(names)('in %s shows the flow, and the host hears that everything is in', async (name) => {
    const { packages, main, compile } = frameworks[name];
    const project = packed.makeProject({ 'package.json': '{"name":"host","type":"module"}', 'main.js': main });
    if (!(await install(project, packages))) return;
    unpackInto(project, packed.sdk, []);
    const file = `app.${name}`;
    writeFileSync(join(project, file), exampleOf(name, ids));
    const compiled: Plugin = {
      name: 'example',
      transform: (source, id) => (id.endsWith(file) ? compile(project, source) : null),
    };
    await build({
      configFile: false,
      logLevel: 'error',
      root: project,
      plugins: [compiled],
      define: { __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false' },
      build: {
        target: 'chrome120',
        rolldownOptions: {
          input: join(project, 'main.js'),
          output: { entryFileNames: 'main.js', codeSplitting: false },
        },
      },
    });
    const html =
      '<!doctype html><meta charset="utf-8"><title>Host</title><div id="app"></div>' +
      '<script>window.heard = []; window.confirm = (...ids) => heard.push(ids);</script>' +
      '<script type="module" src="/main.js"></script>';
    const page = await stage.openPage();
    await page.goto(await serve(html, readFileSync(join(project, 'dist/main.js'), 'utf8')));
    await press(page, 'Verify');
    await press(page, 'Get started');
    await press(page, 'Share my location');
    await press(page, 'Done');
    const heard = await page.evaluate<string[][]>('window.heard');
    expect(heard).toEqual([[expect.stringMatching(/^idn_/), expect.stringMatching(/^ver_/)]]);
    await page.context().close();
  });
});
