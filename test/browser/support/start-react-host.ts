import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html', '.css': 'text/css' };

const dist = (file: string) => fileURLToPath(new URL(`../../../web/sdk/dist/${file}`, import.meta.url));

/** A page on a separate origin whose bundler included React and the package. */
export async function startReactHost() {
  const outDir = mkdtempSync(join(tmpdir(), 'verify-react-host-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('./react-host/', import.meta.url)),
    resolve: { alias: { '@verify/sdk/react': dist('react.js'), '@verify/sdk': dist('verify.js') } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome120',
      minify: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('./react-host/main.js', import.meta.url)),
        output: { entryFileNames: 'main.js' },
      },
    },
  });
  const html =
    '<!doctype html><meta charset="utf-8"><title>React host</title><div id="app"></div><script type="module" src="/main.js"></script>';
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
      return;
    }
    try {
      const file = readFileSync(join(outDir, path));
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  return {
    /** The page that shows this flow. */
    urlFor: (options: object) => `http://127.0.0.1:${port}/#${encodeURIComponent(JSON.stringify(options))}`,
    close(): void {
      server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
