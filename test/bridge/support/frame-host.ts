import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FrameHost {
  origin: string;
  /** A page that frames the hosted page, configures it when it is ready, and records the messages that it gets. */
  pageFor(hostedUrl: string, configuration?: object): string;
  close(): void;
}

const html = `<!doctype html><meta charset="utf-8"><title>Shop</title>
<iframe allow="camera; microphone; geolocation" style="position:fixed;inset:0;width:100%;height:100%;border:0"></iframe>
<script type="module" src="/host.js"></script>`;

/** The host of docs/bridge.md as of version 1. It stays unchanged, whatever versions follow. */
const hostOfVersion1 = `
  const { url, configuration } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  const frame = document.querySelector('iframe');
  const service = new URL(url).origin;
  globalThis.heard = [];
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== service || data.verify === undefined) return;
    heard.push(data);
    if (data.type === 'ready' && configuration !== null) {
      frame.contentWindow.postMessage({ verify: 1, type: 'configure', ...configuration }, service);
    }
    if (data.type === 'closed') frame.remove();
  });
  frame.src = url;
`;

/** A shop's site on another origin than the service. */
export async function startFrameHost(): Promise<FrameHost> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/host.js';
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      .end(isScript ? hostOfVersion1 : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    pageFor: (url, configuration) =>
      `${origin}/#${encodeURIComponent(JSON.stringify({ url, configuration: configuration ?? null }))}`,
    close: () => server.close(),
  };
}
