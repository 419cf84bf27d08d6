import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPdfSignatureVerifier } from '../../../src/adapters/signatures/pdf-signature-verifier.ts';
import { readIssuers, type SigningIssuer } from '../../../src/adapters/signatures/read-issuers.ts';
import { certify, signPdf, type Authority } from '../../support/documents/signed-pdf.ts';

const at = new Date('2026-03-02T12:00:00Z');
const person = 'CN=Billing, O=Example Energy';
let [root, middle, signer]: Authority[] = [];

beforeAll(async () => {
  root = await certify({ subject: 'CN=Example Root' });
  middle = await certify({ subject: 'CN=Example Authority', by: root, isAuthority: true });
  signer = await certify({ subject: person, by: middle });
});

function needed(authority: Authority | undefined): Authority {
  if (authority === undefined) throw new Error('made before all');
  return authority;
}

const pemOf = ({ certificate }: Authority) => new X509Certificate(certificate.toString('pem'));
const issuersOf = (...roots: Authority[]): SigningIssuer[] => [
  { name: 'Example Energy', roots: roots.map(pemOf), signer: { organization: 'Example Energy' } },
];
const verify = (file: Buffer, issuers = issuersOf(needed(root)), when = at) => {
  const found = createPdfSignatureVerifier(issuers).verify(file, when);
  return found === null ? null : (found.fault ?? found.state);
};
const signed = (options: Parameters<typeof signPdf>[1] = {}) =>
  signPdf(needed(signer), { chain: [needed(middle)], ...options });

describe('a signature by an issuer over the whole file', () => {
  test('is valid, and says whose and when', () => {
    expect(createPdfSignatureVerifier(issuersOf(needed(root))).verify(signed(), at)).toEqual({
      state: 'valid',
      fault: null,
      issuer: 'Example Energy',
      claimedAt: '2026-03-01T12:00:00.000Z',
    });
  });

  test('is valid with a key of RSA as well as with one of a curve', async () => {
    const other = await certify({ subject: person, by: needed(middle), bits: 2048 });
    expect(verify(signPdf(other, { chain: [needed(middle)] }))).toBe('valid');
  });

  test('is valid where a second signature by an issuer covers the first and the rest', () => {
    expect(verify(signed({ file: signed() }))).toBe('valid');
  });

  test('is nobody’s word without issuers, or below another root', async () => {
    expect(verify(signed(), [])).toBe('no_issuers');
    expect(verify(signed(), issuersOf(await certify({ subject: 'CN=Example Root' })))).toBe('not_an_issuer');
    expect(verify(Buffer.from('%PDF-1.7\nnothing'))).toBeNull();
  });

  test('is nobody’s word by a person who is no issuer, below the same root', async () => {
    const other = await certify({ subject: 'CN=Jane Sample, O=Sample', by: needed(middle) });
    expect(verify(signPdf(other, { chain: [needed(middle)] }))).toBe('not_an_issuer');
  });

  test('is nobody’s word once the certificate has run out', () => {
    expect(verify(signed(), issuersOf(needed(root)), new Date('2045-02-01'))).toBe('certificate_expired');
  });
});

describe('the file of issuers', () => {
  test('is read with its roots, and refused when it names no signer or holds a certificate that is no authority’s', () => {
    const folder = mkdtempSync(join(tmpdir(), 'issuers-'));
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    write('root.pem', needed(root).certificate.toString('pem'));
    write('person.pem', needed(signer).certificate.toString('pem'));
    const issuer = { name: 'Example Energy', roots: ['root.pem'], signer: { organization: 'Example Energy' } };
    const fileOf = (more: object) => write('issuers.json', JSON.stringify({ issuers: [{ ...issuer, ...more }] }));
    expect(verify(signed(), readIssuers(fileOf({})))).toBe('valid');
    expect(() => readIssuers(fileOf({ signer: {} }))).toThrow('organization');
    expect(() => readIssuers(fileOf({ roots: ['person.pem'] }))).toThrow('no authority');
    expect(() => readIssuers(fileOf({ roots: ['issuers.json'] }))).toThrow('no certificate');
    rmSync(folder, { recursive: true });
  });
});

describe('a file that is not what was signed', () => {
  test('is invalid wherever one of its bytes is another', () => {
    const file = signed();
    const gap = file.indexOf('/Contents <');
    const places = Array.from({ length: 40 }, (_, index) => Math.floor((index * file.length) / 40));
    for (const place of [...places, gap - 1, file.length - 1]) {
      const changed = Buffer.from(file);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect([place, verify(changed)]).not.toEqual([place, 'valid']);
    }
  });

  test.each([
    ['a page added behind it', (file: Buffer) => Buffer.concat([file, Buffer.from('2 0 obj << >> endobj\n%%EOF\n')])],
    ['one more byte', (file: Buffer) => Buffer.concat([file, Buffer.from('\n')])],
    ['something before it', (file: Buffer) => Buffer.concat([Buffer.from('%PDF-1.7\n'), file])],
    ['its end cut off', (file: Buffer) => file.subarray(0, -1)],
  ])('is invalid with %s', (_what, change) => {
    expect(['not_whole_file', 'malformed', 'changed']).toContain(verify(change(signed())));
  });

  test('is invalid where the gap holds more than the signature', () => {
    expect(verify(signed({ filling: '25504446' }))).toBe('malformed');
    const file = signed().toString('latin1');
    const gap = file.replace('00000000>', '0000) /X>');
    expect(verify(Buffer.from(gap, 'latin1'))).toBe('malformed');
  });

  test('is invalid where a range is moved, or a second one is not readable', () => {
    const file = signed().toString('latin1');
    const moved = file.replace(/\[0000000000 (\d+)/, '[0000000001 $1');
    expect(verify(Buffer.from(moved, 'latin1'))).toBe('malformed');
    const second = signed({ file: Buffer.from('%PDF-1.7\n/ByteRange [0 1 2]\n') });
    expect(verify(second)).toBe('malformed');
  });

  test('is invalid where an earlier signature is wrong, even if the last one is right', () => {
    const first = signed();
    first[20] = (first[20] ?? 0) ^ 1;
    expect(verify(signed({ file: first }))).toBe('changed');
  });
});

describe('a signature that proves nothing', () => {
  test('because its hash is old', () => {
    expect(verify(signed({ hash: 'sha1' }))).toBe('weak');
  });

  test('because a key or a certificate of its chain is weak', async () => {
    const short = await certify({ subject: person, by: needed(middle), bits: 1024 });
    expect(verify(signPdf(short, { chain: [needed(middle)] }))).toBe('weak');
    const old = await certify({ subject: person, by: needed(middle), hash: 'SHA-1' });
    expect(verify(signPdf(old, { chain: [needed(middle)] }))).toBe('weak');
  });

  test('because a certificate that may not sign others signed this one', async () => {
    const below = await certify({ subject: person, by: needed(signer) });
    expect(verify(signPdf(below, { chain: [needed(signer), needed(middle)] }))).toBe('not_an_issuer');
  });

  test('because its chain is not whole', () => {
    expect(verify(signPdf(needed(signer)))).toBe('not_an_issuer');
  });

  test('because its certificate is for servers, or has a rule that is not understood', async () => {
    const server = new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]);
    const ofServer = await certify({ subject: person, by: needed(middle), extensions: [server] });
    expect(verify(signPdf(ofServer, { chain: [needed(middle)] }))).toBe('certificate_not_for_this');
    const unknown = new x509.Extension('1.2.3.4.5', true, new Uint8Array([5, 0]));
    const ruled = await certify({ subject: person, by: needed(middle), extensions: [unknown] });
    expect(verify(signPdf(ruled, { chain: [needed(middle)] }))).toBe('certificate_not_for_this');
  });

  test('because it claims a time that cannot be', () => {
    expect(verify(signed({ at: '260401120000Z' }))).toBe('malformed');
    expect(verify(signed({ at: '250101120000Z' }))).toBe('malformed');
  });

  test('because it is no signature', () => {
    const file = signed();
    const gap = file.indexOf('<30');
    for (const bytes of ['<3080', '<0000', '<3003']) {
      const broken = Buffer.from(file);
      broken.write(bytes, gap);
      expect(verify(broken)).toBe('malformed');
    }
  });
});
