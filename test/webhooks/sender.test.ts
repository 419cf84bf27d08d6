import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createTargetGuard } from '../../src/adapters/network/target-guard.ts';
import { createWebhookSender } from '../../src/adapters/network/undici-webhook-sender.ts';
import { startReceiver, type Answering, type Receiver } from '../support/servers/receiver.ts';

const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const part of toClose.splice(0)) await part.close();
});

const guard = createTargetGuard({
  allowCidrs: ['127.0.0.0/8'],
  resolveName: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
});

function openSender(options: { timeoutMs?: number; ca?: string } = {}) {
  const { timeoutMs = 2_000, ca } = options;
  const sender = createWebhookSender({
    guard,
    version: '1.2.3',
    timeoutMs,
    tlsOptions: ca === undefined ? {} : { ca },
  });
  toClose.unshift(sender);
  return (url: string) => sender.send({ url, headers: { 'webhook-id': 'evt_1' }, body: '{"a":1}', httpsOnly: false });
}

async function receive(answer?: Answering): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  toClose.push(receiver);
  return receiver;
}

it('posts the body as JSON with our headers and keeps the first kilobyte of the answer', async () => {
  const receiver = await receive((response) => response.writeHead(200).end('x'.repeat(5_000)));
  const answer = await openSender()(receiver.url);
  expect(answer).toMatchObject({ status: 200, error: null });
  expect(answer.answer?.toString()).toBe('x'.repeat(1024));
  const [request] = receiver.requests;
  expect(request?.body).toBe('{"a":1}');
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Verify/1.2.3',
    'webhook-id': 'evt_1',
  });
});

it('keeps connections open between events', async () => {
  const receiver = await receive((response) => response.writeHead(200).end('ok'));
  const send = openSender();
  for (let index = 0; index < 20; index += 1) await send(receiver.url);
  // A second one is opened when an event follows before the first one is free again.
  expect(receiver.connections()).toBeLessThanOrEqual(2);
});

it('cuts a receiver off that does not answer', async () => {
  const receiver = await receive(() => undefined);
  const answer = await openSender({ timeoutMs: 300 })(receiver.url);
  expect(answer).toMatchObject({ status: null, error: 'timeout' });
  expect(answer.durationMs).toBeGreaterThanOrEqual(290);
});

it('cuts a receiver off that drips its headers', async () => {
  const receiver = await receive((response) => {
    const drip = setInterval(() => response.socket?.write('X-Drip: 1\r\n'), 50);
    response.socket?.write('HTTP/1.1 200 OK\r\n');
    response.socket?.once('close', () => clearInterval(drip));
  });
  expect(await openSender({ timeoutMs: 300 })(receiver.url)).toMatchObject({ status: null, error: 'timeout' });
});

it('accepts the status of a receiver that stalls in its body, and does not wait longer than the limit', async () => {
  const receiver = await receive((response) => void response.writeHead(200).write('received'));
  const answer = await openSender({ timeoutMs: 300 })(receiver.url);
  expect(answer).toMatchObject({ status: 200, error: null });
  expect(answer.answer?.toString()).toBe('received');
});

it('says that the connection was refused', async () => {
  const receiver = await startReceiver();
  await receiver.close();
  expect(await openSender()(receiver.url)).toMatchObject({ status: null, error: 'connection_failed' });
});

it('says that a receiver closed the connection', async () => {
  const receiver = await receive((response) => response.socket?.destroy());
  expect(await openSender()(receiver.url)).toMatchObject({ status: null, error: 'connection_failed' });
});

it('follows no redirect', async () => {
  const target = await receive();
  const receiver = await receive((response) => response.writeHead(302, { location: target.url }).end());
  expect(await openSender()(receiver.url)).toMatchObject({ status: 302 });
  expect(target.connections()).toBe(0);
});

it('speaks TLS only with receivers whose certificate is valid for their name', async () => {
  const certificate = makeCertificate('hooks.example');
  const server = createServer(certificate, (_request, response) => response.writeHead(204).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  toClose.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  const { port } = server.address() as AddressInfo;
  const trusting = openSender({ ca: certificate.cert });
  expect(await trusting(`https://hooks.example:${port}/`)).toMatchObject({ status: 204, error: null });
  expect(await trusting(`https://other.example:${port}/`)).toMatchObject({ error: 'tls_failed' });
  expect(await openSender()(`https://hooks.example:${port}/`)).toMatchObject({ error: 'tls_failed' });
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  expect(await openSender()(`https://hooks.example:${port}/`)).toMatchObject({ error: 'tls_failed' });
});

function makeCertificate(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'verify-certificate-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const output = ['-keyout', keyFile, '-out', certFile];
  try {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '1',
        ...subject,
        ...output,
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
