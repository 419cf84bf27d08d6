import { describe, expect, it } from 'vitest';
import { findHost, originsOfPolicy, type HostedWindow } from '../../../web/sdk/src/bridge/find-host.ts';
import {
  messageFor,
  newestVersion,
  oldestVersion,
  readConfiguration,
  type Since,
} from '../../../web/sdk/src/bridge/messages.ts';
import { readAddress } from '../../../web/sdk/src/bridge/read-address.ts';

const ids = { identityId: 'idn_1', verificationId: 'ver_1' };

describe('a message of the page', () => {
  it('carries only ids and codes: a field that no version names is never sent', () => {
    const sent = messageFor(1, { type: 'finished', ...ids, status: 'verified' } as never);
    expect(sent).toEqual({ verify: 1, type: 'finished', ...ids });
  });

  it('to a host that is two versions older has nothing that is newer than the host', () => {
    const table = {
      ready: { type: 1, oldest: 2 },
      started: { type: 1, identityId: 1, verificationId: 1, resume: 3 },
      finished: { type: 1, identityId: 1, verificationId: 1 },
      cancelled: { type: 1, identityId: 1 },
      failed: { type: 1, code: 2 },
      open: { type: 3, url: 3 },
      closed: { type: 2 },
    } satisfies Since;
    const to = (host: number, message: Parameters<typeof messageFor>[1]) => messageFor(host, message, table, 3);
    expect(to(1, { type: 'started', ...ids, resume: '…' })).toEqual({ verify: 1, type: 'started', ...ids });
    expect(to(1, { type: 'ready', oldest: 1 })).toEqual({ verify: 1, type: 'ready' });
    expect(to(1, { type: 'open', url: 'https://a.example' })).toBeNull();
    expect(to(2, { type: 'failed', code: 'a.b' })).toEqual({ verify: 2, type: 'failed', code: 'a.b' });
    expect(to(9, { type: 'closed' })).toEqual({ verify: 3, type: 'closed' });
  });

  it('is understood by hosts that are two versions older than the page', () => {
    expect(oldestVersion).toBeLessThanOrEqual(Math.max(1, newestVersion - 2));
  });
});

describe('the configuration of a host', () => {
  it('is read from text and from objects, and unknown fields are left out', () => {
    const message = { verify: 1, type: 'configure', metadata: { order: 1 }, languages: ['pt-BR'], later: true };
    const read = { metadata: { order: 1 }, languages: ['pt-BR'] };
    expect(readConfiguration(message)).toEqual(read);
    expect(readConfiguration(JSON.stringify(message))).toEqual(read);
  });

  it('keeps a key `__proto__` of the metadata a key: nothing is inherited from it', () => {
    const { metadata } = readConfiguration('{"verify":1,"type":"configure","metadata":{"__proto__":{"a":1}}}') ?? {};
    expect(Object.keys(metadata ?? {})).toEqual(['__proto__']);
    expect((metadata as { a?: number }).a).toBeUndefined();
  });

  it.each([
    null,
    7,
    'no json',
    '[]',
    {},
    { type: 'configure' },
    { verify: '1', type: 'configure' },
    { verify: 1, type: 'x' },
  ])('is not %j', (data) => expect(readConfiguration(data)).toBeNull());

  it.each([
    ['metadata', []],
    ['metadata', 'text'],
    ['clientToken', 7],
    ['languages', 'pt'],
    ['languages', [1]],
    ['app', { platform: 'ios' }],
    ['fonts', { regular: 'no base64 !' }],
    ['resume', '{}'],
    ['resume', { sessionToken: 'x' }],
  ])('is refused with the name of the wrong field: %s', (field, value) => {
    expect(() => readConfiguration({ verify: 1, type: 'configure', [field]: value })).toThrow(field);
  });

  it('brings fonts as files', () => {
    const { fonts } = readConfiguration({ verify: 1, type: 'configure', fonts: { bold: 'AAEC' } }) ?? {};
    expect([...new Uint8Array(fonts?.bold ?? new ArrayBuffer(0))]).toEqual([0, 1, 2]);
  });
});

it('an address names the bridge that its host speaks; without a number there is none', () => {
  const read = (hash: string) => readAddress({ pathname: '/verify/cli_1/flw_1', hash }).bridge;
  expect(read('#bridge=1')).toBe(1);
  expect(read('#metadata=%7B%7D&bridge=3')).toBe(3);
  for (const hash of ['', '#bridge=', '#bridge=0', '#bridge=-1', '#bridge=1.5', '#bridge=x'])
    expect(read(hash)).toBeNull();
});

it('the path alone names the client and the flow: who may frame the page was decided by them', () => {
  const hash = '#clientId=cli_2&flowId=flw_2&bridge=1';
  expect(readAddress({ pathname: '/verify/cli_1/flw_1', hash })).toEqual({
    clientId: 'cli_1',
    flowId: 'flw_1',
    bridge: 1,
  });
  // Nobody may frame the page of a link, so its data may name them.
  expect(readAddress({ pathname: '/verify/start', hash })).toEqual({ clientId: 'cli_2', flowId: 'flw_2', bridge: 1 });
});

describe('a page in a frame', () => {
  const policy = (sources: string) => `default-src 'none'; frame-ancestors ${sources}; script-src 'self'`;

  it('reads whole origins from the policy, and no wildcards', () => {
    expect(originsOfPolicy(policy('https://a.example http://b.example:8080'))).toEqual([
      'https://a.example',
      'http://b.example:8080',
    ]);
    for (const sources of ["'none'", "'self'", '*', 'https:', 'https://*.example', 'a.example']) {
      expect(originsOfPolicy(policy(sources))).toEqual([]);
    }
    expect(originsOfPolicy('')).toEqual([]);
  });

  /** A window in a frame that records to whom it speaks. */
  function framed({ header, ancestor }: { header: string; ancestor?: string }) {
    const sent: [unknown, string][] = [];
    const listeners: ((event: object) => void)[] = [];
    const parent = { postMessage: (message: unknown, origin: string) => sent.push([message, origin]) };
    globalThis.fetch = async () => new Response(null, { headers: { 'content-security-policy': header } });
    const page = {
      parent,
      location: { pathname: '/verify/a/b', ...(ancestor !== undefined && { ancestorOrigins: [ancestor] }) },
      addEventListener: (_type: string, listener: (event: object) => void) => listeners.push(listener),
    } as unknown as HostedWindow;
    return { page, parent, sent, say: (event: object) => listeners.forEach((listener) => listener(event)) };
  }
  const keep = globalThis.fetch;
  const restore = () => {
    globalThis.fetch = keep;
  };

  it('speaks only with the origins of the policy, never with everybody', async () => {
    const { page, parent, sent, say } = framed({ header: policy('https://a.example https://b.example') });
    const host = await findHost(page).finally(restore);
    if (host === null || host === 'refused') throw new Error('no host');
    const heard: unknown[] = [];
    host.listen((data) => heard.push(data));
    host.send({ verify: 1, type: 'ready' });
    expect(sent.map(([, origin]) => origin)).toEqual(['https://a.example', 'https://b.example']);
    say({ source: {}, origin: 'https://b.example', data: 'another window' });
    say({ source: parent, origin: 'https://evil.example', data: 'another origin' });
    say({ source: parent, origin: 'https://b.example', data: 'the parent' });
    expect(heard).toEqual(['the parent']);
    host.send({ verify: 1, type: 'finished' });
    expect(sent.slice(2).map(([, origin]) => origin)).toEqual(['https://b.example']);
  });

  it('is refused if the policy names nobody, or somebody else', async () => {
    expect(await findHost(framed({ header: policy("'none'") }).page)).toBe('refused');
    expect(await findHost(framed({ header: '' }).page)).toBe('refused');
    const elsewhere = framed({ header: policy('https://a.example'), ancestor: 'https://evil.example' });
    expect(await findHost(elsewhere.page).finally(restore)).toBe('refused');
  });
});
