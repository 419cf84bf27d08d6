import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTargetGuard, type ConnectionGuard, type ResolveName } from '../../src/adapters/network/target-guard.ts';
import { createWebhookSender } from '../../src/adapters/network/undici-webhook-sender.ts';
import { TargetRefused } from '../../src/domain/ports/target-guard.ts';
import type { WebhookAnswer } from '../../src/domain/ports/webhook-sender.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';

/** A server on a private address. A request that reaches it got past the guard. */
let canary: Receiver;
beforeAll(async () => {
  canary = await startReceiver();
});
afterAll(() => canary.close());
let before = 0;
beforeEach(() => {
  before = canary.connections();
});
const reached = () => canary.connections() - before;

async function sendTo(url: string, guard: ConnectionGuard, httpsOnly = false): Promise<WebhookAnswer> {
  const sender = createWebhookSender({ guard, version: 'test', timeoutMs: 2_000 });
  try {
    return await sender.send({ url, headers: {}, body: '{}', httpsOnly });
  } finally {
    await sender.close();
  }
}

const at =
  (address: string): ResolveName =>
  () =>
    Promise.resolve([{ address, family: address.includes(':') ? 6 : 4 }]);

/** Every spelling of an address of this machine or of its network that we know. `PORT` is the canary's. */
const privateTargets = [
  ['dotted', 'http://127.0.0.1:PORT/'],
  ['another loopback address', 'http://127.9.8.7:PORT/'],
  ['decimal', 'http://2130706433:PORT/'],
  ['hexadecimal', 'http://0x7f000001:PORT/'],
  ['hexadecimal by byte', 'http://0x7f.0x0.0x0.0x1:PORT/'],
  ['octal', 'http://0177.0.0.01:PORT/'],
  ['octal as one number', 'http://017700000001:PORT/'],
  ['two parts', 'http://127.1:PORT/'],
  ['three parts', 'http://127.0.1:PORT/'],
  ['zero', 'http://0:PORT/'],
  ['unspecified', 'http://0.0.0.0:PORT/'],
  ['percent-encoded', 'http://%31%32%37.0.0.1:PORT/'],
  ['full-width digits', 'http://１２７.０.０.１:PORT/'],
  ['ideographic full stops', 'http://127。0。0。1:PORT/'],
  ['trailing dot', 'http://127.0.0.1.:PORT/'],
  ['IPv6 loopback', 'http://[::1]:PORT/'],
  ['IPv6 loopback in full', 'http://[0:0:0:0:0:0:0:1]:PORT/'],
  ['IPv6 unspecified', 'http://[::]:PORT/'],
  ['mapped', 'http://[::ffff:127.0.0.1]:PORT/'],
  ['mapped in hexadecimal', 'http://[::ffff:7f00:1]:PORT/'],
  ['compatible', 'http://[::127.0.0.1]:PORT/'],
  ['NAT64', 'http://[64:ff9b::127.0.0.1]:PORT/'],
  ['local NAT64', 'http://[64:ff9b:1::127.0.0.1]:PORT/'],
  ['6to4', 'http://[2002:7f00:1::]:PORT/'],
  ['unique local', 'http://[fd00::1]:PORT/'],
  ['link-local', 'http://[fe80::1]:PORT/'],
  ['localhost', 'http://localhost:PORT/'],
  ['localhost.', 'http://localhost.:PORT/'],
  ['LOCALHOST', 'http://LOCALHOST:PORT/'],
  ['metadata service', 'http://169.254.169.254/latest/meta-data/'],
  ['metadata service in decimal', 'http://2852039166/latest/meta-data/'],
  ['metadata service of Azure', 'http://168.63.129.16/'],
  ['private network', 'http://10.0.0.1:PORT/'],
  ['carrier network', 'http://100.64.0.1:PORT/'],
  ['user info', 'http://example.com@127.0.0.1:PORT/'],
  ['user info before a public name', 'http://user:password@example.com/'],
] as const;

describe('a private target', () => {
  it.each(privateTargets)(
    'is refused at creation and at the attempt, and not connected to: %s',
    async (_name, spelling) => {
      const url = spelling.replace('PORT', String(canary.port));
      const guard = createTargetGuard({ allowCidrs: [] });
      await expect(guard.check(url, { httpsOnly: false })).rejects.toBeInstanceOf(TargetRefused);
      expect(await sendTo(url, guard)).toMatchObject({ status: null, error: 'target_not_allowed' });
      expect(reached()).toBe(0);
    },
  );

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'gopher://127.0.0.1/', 'not a url'])(
    'is refused if it is not a web address: %s',
    async (url) => {
      const guard = createTargetGuard({ allowCidrs: [] });
      await expect(guard.check(url, { httpsOnly: false })).rejects.toBeInstanceOf(TargetRefused);
      expect(await sendTo(url, guard)).toMatchObject({ error: 'target_not_allowed' });
    },
  );

  it('is connected to when the operator allows its network: the canary is alive', async () => {
    const guard = createTargetGuard({ allowCidrs: ['127.0.0.0/8'] });
    for (const host of ['127.0.0.1', '2130706433', 'localhost.']) {
      const resolveName = at('127.0.0.1');
      const url = `http://${host}:${canary.port}/`;
      const own = host === 'localhost.' ? createTargetGuard({ allowCidrs: ['127.0.0.0/8'], resolveName }) : guard;
      await own.check(url, { httpsOnly: false });
      expect(await sendTo(url, own)).toMatchObject({ status: 204, error: null });
    }
    expect(reached()).toBe(3);
  });
});

describe('a name', () => {
  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'])(
    'that resolves to %s is refused',
    async (address) => {
      const guard = createTargetGuard({ allowCidrs: [], resolveName: at(address) });
      const url = `http://hooks.example:${canary.port}/`;
      await expect(guard.check(url, { httpsOnly: false })).rejects.toBeInstanceOf(TargetRefused);
      expect(await sendTo(url, guard)).toMatchObject({ error: 'target_not_allowed' });
      expect(reached()).toBe(0);
    },
  );

  it('that first resolves to a public and then to a private address is refused the second time', async () => {
    const answers = ['93.184.215.14', '127.0.0.1'];
    const guard = createTargetGuard({ allowCidrs: [], resolveName: () => at(answers.shift() ?? '127.0.0.1')('') });
    const url = `http://rebinding.example:${canary.port}/`;
    await guard.check(url, { httpsOnly: false });
    expect(await sendTo(url, guard)).toMatchObject({ error: 'target_not_allowed' });
    expect(reached()).toBe(0);
  });

  it('is looked up once for a connection: the checked address is the one that is used', async () => {
    let lookups = 0;
    const resolveName: ResolveName = () => {
      lookups += 1;
      return at(lookups === 1 ? '127.0.0.1' : '10.0.0.1')('');
    };
    const guard = createTargetGuard({ allowCidrs: ['127.0.0.0/8'], resolveName });
    expect(await sendTo(`http://once.example:${canary.port}/`, guard)).toMatchObject({ status: 204 });
    expect(lookups).toBe(1);
  });

  it('with a public and a private address is refused', async () => {
    const resolveName: ResolveName = () =>
      Promise.resolve([
        { address: '93.184.215.14', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    const guard = createTargetGuard({ allowCidrs: [], resolveName });
    expect(await sendTo(`http://both.example:${canary.port}/`, guard)).toMatchObject({ error: 'target_not_allowed' });
    expect(reached()).toBe(0);
  });

  it('that has no address is refused at creation and fails at the attempt', async () => {
    const missing: ResolveName = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
    const guard = createTargetGuard({ allowCidrs: [], resolveName: missing });
    await expect(guard.check('http://none.example/', { httpsOnly: false })).rejects.toBeInstanceOf(TargetRefused);
    expect(await sendTo('http://none.example/', guard)).toMatchObject({ error: 'name_not_found' });
  });
});

it('a socket that has ended up in a private network is closed before a byte is sent', async () => {
  const naive: LookupFunction = (_hostname, options, callback) =>
    options.all === true ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
  const guard = { ...createTargetGuard({ allowCidrs: [], resolveName: at('93.184.215.14') }), lookup: naive };
  const requests = canary.requests.length;
  expect(await sendTo(`http://slipped.example:${canary.port}/`, guard)).toMatchObject({ error: 'target_not_allowed' });
  expect(canary.requests.length).toBe(requests);
});

it('a redirect to a private target is not followed', async () => {
  const receiver = await startReceiver((response) =>
    response.writeHead(307, { location: `http://localhost:${canary.port}/` }).end(),
  );
  try {
    const guard = createTargetGuard({ allowCidrs: ['127.0.0.0/8'] });
    expect(await sendTo(receiver.url, guard)).toMatchObject({ status: 307, error: null });
    expect(reached()).toBe(0);
  } finally {
    await receiver.close();
  }
});

it('a client in live mode gets events only over TLS', async () => {
  const guard = createTargetGuard({ allowCidrs: ['127.0.0.0/8'] });
  await expect(guard.check(canary.url, { httpsOnly: true })).rejects.toBeInstanceOf(TargetRefused);
  expect(await sendTo(canary.url, guard, true)).toMatchObject({ error: 'target_not_allowed' });
  expect(reached()).toBe(0);
});
