import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { findMetadataFaults } from '../../../src/domain/verifications/metadata.ts';
import { messageFor, readConfiguration, type PageMessage } from '../../../web/sdk/src/bridge/messages.ts';
import { readAddress } from '../../../web/sdk/src/bridge/read-address.ts';

/** The file that the tests of the Swift core read as well. */
interface Vectors {
  metadata: { name: string; metadata: Record<string, unknown>; fault: { pointer: string; code: string } | null }[];
  addresses: { base: string; clientId: string; flowId: string; url: string | null }[];
  configurations: {
    name: string;
    configuration: {
      metadata: object;
      clientToken?: string;
      fonts?: Record<string, string>;
      resume?: string;
      languages: string[];
    };
    message: string;
    script: string;
  }[];
  pageMessages: { body: object; read: PageMessage }[];
}

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const vectors = JSON.parse(read('ios/Vectors/vectors.json')) as Vectors;

describe('what the Swift core writes', () => {
  it.each(vectors.metadata)('metadata, $name: the service accepts and refuses the same', ({ metadata, fault }) => {
    const found = findMetadataFaults(metadata).map(({ pointer, code }) => ({ pointer, code }));
    expect(found).toEqual(fault === null ? [] : [fault]);
  });

  it.each(vectors.configurations)(
    'a configuration, $name: the page reads what the app sent',
    ({ configuration, message, script }) => {
      let received: unknown = null;
      const verifyBridge = { receive: (text: unknown) => (received = text) };
      runInNewContext(script, { location: { origin: 'https://verify.example' }, verifyBridge });
      expect(received).toBe(message);
      received = null;
      runInNewContext(script, { location: { origin: 'https://verify.example.evil.example' }, verifyBridge });
      expect(received).toBeNull();

      const configured = readConfiguration(message);
      expect(JSON.stringify(sorted(configured?.metadata))).toBe(JSON.stringify(sorted(configuration.metadata)));
      expect(configured?.clientToken).toBe(configuration.clientToken);
      expect(configured?.languages ?? []).toEqual(configuration.languages);
      expect(configured?.app?.platform).toBe('ios');
      expect(configured?.keepsResume).toBe(true);
      for (const weight of ['regular', 'bold'] as const) {
        const font = configured?.fonts?.[weight];
        expect(font && Buffer.from(font).toString('base64')).toBe(configuration.fonts?.[weight]);
      }
      expect(configured?.resume === undefined ? undefined : JSON.stringify(configured.resume)).toBe(
        configuration.resume === undefined ? undefined : JSON.stringify(JSON.parse(configuration.resume)),
      );
    },
  );

  it('an address: the page finds the ids and the bridge in it', () => {
    const written = vectors.addresses.filter(({ url }) => url !== null);
    expect(written.length).toBeGreaterThan(3);
    for (const { url, clientId, flowId } of written) {
      expect(readAddress(new URL(url ?? ''))).toEqual({ clientId, flowId, bridge: 1 });
    }
  });
});

it.each(vectors.pageMessages)('the page says what the Swift core understands: $body', ({ body, read: message }) => {
  expect(messageFor(1, message.type === 'ready' ? { ...message, oldest: 1 } : message)).toEqual(body);
});

it('the screens of the Swift core say what the page says', () => {
  const swift = read('ios/Sources/VerifyCore/Texts.swift');
  const languages = [...swift.matchAll(/^ {8}"(\w\w)": \[\n([\s\S]*?)^ {8}\],/gm)];
  expect(languages.length).toBe(10);
  for (const [, language = '', lines = ''] of languages) {
    const texts = JSON.parse(read(`web/sdk/src/i18n/texts/${language}.json`)) as Record<string, string>;
    for (const [, key = '', text = ''] of lines.matchAll(/^ *"([\w.]+)": (".*"),$/gm)) {
      expect(JSON.parse(text), `${language} ${key}`).toBe(texts[key]);
    }
  }
});

/** Members by name, including those that are named like the prototype's. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sorted(member)]);
}
