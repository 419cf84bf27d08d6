import { describe, expect, test } from 'vitest';
import { announce, exposureOf } from '../../../src/commands/announce.ts';
import { baseUrlOf } from '../../../src/commands/start/base-url.ts';
import { describeLacks } from '../../../src/commands/start/wait-until-ready.ts';
import { hostNameOf, isFromThisMachine, isLoopback, isUnclaimedName } from '../../../src/domain/hosts.ts';

test('this machine is recognised by every spelling of its loopback addresses, and by no other address', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1']) {
    expect(isLoopback(address), address).toBe(true);
  }
  for (const address of ['10.0.0.1', '::', '0.0.0.0', '::ffff:10.0.0.1', '128.0.0.1', 'localhost', '', undefined]) {
    expect(isLoopback(address), address).toBe(false);
  }
});

test('a request that a proxy on this machine passed on is not from this machine, whatever it says', () => {
  expect(isFromThisMachine('127.0.0.1', {})).toBe(true);
  for (const header of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']) {
    expect(isFromThisMachine('127.0.0.1', { [header]: '127.0.0.1' }), header).toBe(false);
  }
  expect(isFromThisMachine('10.0.0.1', {})).toBe(false);
});

describe('a name in a Host header', () => {
  test('is read without port, brackets, case and the last dot', () => {
    const read = ['LocalHost:3000', '[::1]:80', '[::1]', 'a.example.', '10.0.0.1:1'].map(hostNameOf);
    expect(read).toEqual(['localhost', '::1', '::1', 'a.example', '10.0.0.1']);
    for (const broken of ['', 'a b:c', 'localhost:80:80', '[::1', 'evil.example:80@localhost']) {
      expect(isUnclaimedName(hostNameOf(broken)), broken).toBe(false);
    }
  });

  test('that somebody can register is not taken for an address or for this machine', () => {
    for (const name of ['localhost', 'shop.localhost', '127.0.0.1', '::1', '192.168.1.5']) {
      expect(isUnclaimedName(name), name).toBe(true);
    }
    for (const name of ['localhost.example', 'evil.example', '127.0.0.1.nip.example', '2130706433', '127.1']) {
      expect(isUnclaimedName(name), name).toBe(false);
    }
  });
});

describe('what `npm start` prints', () => {
  test('names an address at which this machine reaches it, whatever it listens on', () => {
    const of = (host: string) => baseUrlOf({ host, port: 3000 });
    expect(['127.0.0.1', '0.0.0.0', '::', '::1'].map(of)).toEqual(Array(4).fill('http://localhost:3000'));
    expect([of('192.168.1.5'), of('fd00::5')]).toEqual(['http://192.168.1.5:3000', 'http://[fd00::5]:3000']);
  });

  test('names what is missing as long as not everything works', () => {
    const parts = [
      { name: 'postgres', status: 'up', detail: null },
      { name: 'redis', status: 'down', detail: 'does not answer' },
    ];
    const models = [
      { name: 'print-line', status: 'wrongHash' },
      { name: 'minifas', status: 'notDownloaded' },
    ];
    expect(describeLacks({ status: 'degraded', parts, models })).toBe(
      'redis (does not answer), model print-line (wrongHash)',
    );
    expect(describeLacks(null)).toContain('the API');
  });

  test('says who can reach it', () => {
    expect(exposureOf({ host: '127.0.0.1', port: 3000 }).join()).toContain('Only this machine');
    const open = exposureOf({ host: '192.168.1.5', port: 3000 }).join();
    expect(open).toContain('OPEN TO THE NETWORK, without TLS: http://192.168.1.5:3000');
    expect(exposureOf({ host: '0.0.0.0', port: 3000 }).join()).toContain('OPEN TO THE NETWORK');
  });

  test('holds no token where the output may be collected', () => {
    const demo = {
      baseUrl: 'http://localhost:3000',
      clientId: 'cli_1',
      flows: {},
      apiToken: 'vfy_test_secret',
      webhookSecret: 'whsec_secret',
      setUpToken: 'vfs_setup_secret',
    };
    const printed = (logFile: string | null) => {
      const lines: string[] = [];
      const settings = { dir: '.verify', host: '127.0.0.1', port: 3000, localWebhooks: true };
      announce(demo, { ...settings, logFile }, (line) => lines.push(line));
      return lines.join('\n');
    };
    expect(printed(null)).not.toContain('secret_');
    expect(printed(null)).not.toMatch(/vfy_test_|vfs_setup_|whsec_/);
    expect(printed(null)).toContain('.verify/demo.json has the API token and the set-up token');
    expect(printed('.verify/verify.log')).toContain('vfs_setup_secret');
  });
});
