import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/**
 * Stands between Playwright and an older Firefox: Playwright speaks WebDriver BiDi as the newest Firefox does, and ends when a command is
 * unknown. Each command below is answered for a Firefox that does not know it. No test in Firefox relies on what they do. Playwright starts
 * this in place of Firefox: `relay.ts FIREFOX ARGUMENTS…`.
 */
const mayBeUnknown = new Map<string, object>([
  ['network.addDataCollector', { collector: 'none' }],
  ['network.removeDataCollector', {}],
  ['network.disownData', {}],
  ['browser.setDownloadBehavior', {}],
  ['emulation.setScreenOrientationOverride', {}],
  ['emulation.setScreenSettingsOverride', {}],
  ['emulation.setMediaFeaturesOverride', {}],
  ['emulation.setTouchOverride', {}],
  ['emulation.setUserAgentOverride', {}],
]);

interface Message {
  id?: number;
  method?: string;
  error?: string;
}

function relay(client: WebSocket, url: string): void {
  const browser = new WebSocket(url, { maxPayload });
  const asked = new Map<number, object>();
  const waiting: string[] = [];
  client.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    const { id = -1, method = '' } = JSON.parse(text) as Message;
    const result = mayBeUnknown.get(method);
    if (result !== undefined) asked.set(id, result);
    if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else waiting.push(text);
  });
  browser.on('open', () => {
    for (const text of waiting.splice(0)) browser.send(text);
  });
  browser.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    const { id = -1, error } = JSON.parse(text) as Message;
    const result = error === 'unknown command' ? asked.get(id) : undefined;
    client.send(result === undefined ? text : JSON.stringify({ type: 'success', id, result }));
  });
  client.on('close', () => browser.close());
  browser.on('close', () => client.close());
  browser.on('error', () => client.close());
}

const maxPayload = 256 * 2 ** 20;
const [path = '', ...args] = process.argv.slice(2);
const firefox = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, url] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line) ?? [];
  if (url === undefined) return;
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload });
  server.on('connection', (client) => relay(client, `${url}/session`));
  server.on('listening', () => {
    const address = server.address();
    // Playwright waits for this text.
    if (address !== null && typeof address !== 'string')
      process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${String(address.port)}\n`);
  });
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal));
