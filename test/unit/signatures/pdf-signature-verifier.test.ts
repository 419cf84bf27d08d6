import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPdfSignatureVerifier } from '../../../src/adapters/signatures/pdf-signature-verifier.ts';
import { readIssuers } from '../../../src/adapters/signatures/read-issuers.ts';
import { createExampleIssuer, type ExampleIssuer } from '../../support/documents/example-issuer.ts';
import { certify, listRevoked, signPdf } from '../../support/documents/signed-pdf.ts';

const at = new Date('2026-03-02T12:00:00Z');
let example: ExampleIssuer;
beforeAll(async () => {
  example = await createExampleIssuer();
});

describe('a signature by an issuer over the whole file', () => {
  test('is valid, and says who signed and when', () => {
    expect(createPdfSignatureVerifier(example.issuersOf(example.root)).verify(example.signed(), at)).toEqual({
      state: 'valid',
      fault: null,
      issuer: 'Example Energy',
      issues: [{ type: 'proof-of-residency', countries: null }],
      claimedAt: '2026-03-01T12:00:00.000Z',
    });
  });

  test('is valid with a key of RSA as well as with one of a curve', async () => {
    const other = await certify({ subject: example.subject, by: example.middle, bits: 2048 });
    expect(example.verify(signPdf(other, { chain: [example.middle] }))).toBe('valid');
  });

  test('is valid if a second signature by an issuer covers the first and the rest', () => {
    expect(example.verify(example.signed({ file: example.signed() }))).toBe('valid');
  });

  test('is unknown without issuers, or below another root', async () => {
    expect(example.verify(example.signed(), [])).toBe('no_issuers');
    expect(example.verify(example.signed(), example.issuersOf(await certify({ subject: 'CN=Example Root' })))).toBe(
      'not_an_issuer',
    );
    expect(example.verify(Buffer.from('%PDF-1.7\nnothing'))).toBeNull();
  });

  test('is unknown if the signer is not an issuer, even below the same root', async () => {
    const other = await certify({ subject: 'CN=Jane Sample, O=Sample', by: example.middle });
    expect(example.verify(signPdf(other, { chain: [example.middle] }))).toBe('not_an_issuer');
  });

  test('is unknown once the certificate has expired', () => {
    expect(example.verify(example.signed(), example.issuersOf(example.root), new Date('2045-02-01'))).toBe(
      'certificate_expired',
    );
  });
});

describe('the file of issuers', () => {
  test('is read with its roots, and refused if it names no signer or holds a certificate that is not an authority’s', () => {
    const folder = mkdtempSync(join(tmpdir(), 'issuers-'));
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    write('root.pem', example.root.certificate.toString('pem'));
    write('person.pem', example.signer.certificate.toString('pem'));
    const issuer = { name: 'Example Energy', roots: ['root.pem'], signer: { organization: 'Example Energy' } };
    const fileOf = (more: object) => write('issuers.json', JSON.stringify({ issuers: [{ ...issuer, ...more }] }));
    expect(example.verify(example.signed(), readIssuers(fileOf({})))).toBe('revocation_unknown');
    expect(example.verify(example.signed(), readIssuers(fileOf({ revocation: 'not_checked' })))).toBe('valid');
    expect(readIssuers(fileOf({}))[0]?.issues).toEqual([{ type: 'proof-of-residency', countries: null }]);
    const licences = { type: 'driving-license', countries: ['BR'] };
    expect(readIssuers(fileOf({ documents: [licences] }))[0]?.issues).toEqual([licences]);
    expect(() => readIssuers(fileOf({ documents: [{ type: 'driving-license' }] }))).toThrow('countries');
    expect(() => readIssuers(fileOf({ documents: [{ ...licences, countries: ['XX'] }] }))).toThrow('country');
    expect(() => readIssuers(fileOf({ documents: [] }))).toThrow();
    expect(() => readIssuers(fileOf({ revocation: 'no' }))).toThrow();
    expect(() => readIssuers(fileOf({ signer: {} }))).toThrow('organization');
    expect(() => readIssuers(fileOf({ roots: ['person.pem'] }))).toThrow('no authority');
    expect(() => readIssuers(fileOf({ roots: ['issuers.json'] }))).toThrow('no certificate');
    rmSync(folder, { recursive: true });
  });
});

describe('a file that is not what was signed', () => {
  test('is invalid if any of its bytes is changed', () => {
    const file = example.signed();
    const gap = file.indexOf('/Contents <');
    const places = Array.from({ length: 40 }, (_, index) => Math.floor((index * file.length) / 40));
    for (const place of [...places, gap - 1, file.length - 1]) {
      const changed = Buffer.from(file);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect([place, example.verify(changed)]).not.toEqual([place, 'valid']);
    }
  });

  test.each([
    ['a page added behind it', (file: Buffer) => Buffer.concat([file, Buffer.from('2 0 obj << >> endobj\n%%EOF\n')])],
    ['one more byte', (file: Buffer) => Buffer.concat([file, Buffer.from('\n')])],
    ['something before it', (file: Buffer) => Buffer.concat([Buffer.from('%PDF-1.7\n'), file])],
    ['its end cut off', (file: Buffer) => file.subarray(0, -1)],
  ])('is invalid with %s', (_what, change) => {
    expect(['not_whole_file', 'malformed', 'changed']).toContain(example.verify(change(example.signed())));
  });

  test('is invalid if the gap holds more than the signature', () => {
    expect(example.verify(example.signed({ filling: '25504446' }))).toBe('malformed');
    const file = example.signed().toString('latin1');
    const gap = file.replace('00000000>', '0000) /X>');
    expect(example.verify(Buffer.from(gap, 'latin1'))).toBe('malformed');
  });

  test('is invalid if a range is moved, or a second one is not readable', () => {
    const file = example.signed().toString('latin1');
    const moved = file.replace(/\[0000000000 (\d+)/, '[0000000001 $1');
    expect(example.verify(Buffer.from(moved, 'latin1'))).toBe('malformed');
    const second = example.signed({ file: Buffer.from('%PDF-1.7\n/ByteRange [0 1 2]\n') });
    expect(example.verify(second)).toBe('malformed');
  });

  test('is invalid if an earlier signature is wrong, even if the last one is right', () => {
    const first = example.signed();
    first[20] = (first[20] ?? 0) ^ 1;
    expect(example.verify(example.signed({ file: first }))).toBe('changed');
  });
});

describe('a signature that proves nothing', () => {
  test('because its hash is old', () => {
    expect(example.verify(example.signed({ hash: 'sha1' }))).toBe('weak');
  });

  test('because a key or a certificate of its chain is weak', async () => {
    const short = await certify({ subject: example.subject, by: example.middle, bits: 1024 });
    expect(example.verify(signPdf(short, { chain: [example.middle] }))).toBe('weak');
    const old = await certify({ subject: example.subject, by: example.middle, hash: 'SHA-1' });
    expect(example.verify(signPdf(old, { chain: [example.middle] }))).toBe('weak');
  });

  test('because a certificate of its chain has a PSS signature over an old hash', async () => {
    const verifyWith = async (hash: string) => {
      const root = await certify({ subject: 'CN=PSS Root', bits: 2048, isPss: true, hash });
      const signer = await certify({ subject: example.subject, by: root, hash });
      const issuers = example.issuersOf(root).map((issuer) => ({ ...issuer, revocation: 'not_checked' as const }));
      return example.verify(signPdf(signer), issuers);
    };
    expect(await verifyWith('SHA-256')).toBe('valid');
    expect(await verifyWith('SHA-1')).toBe('weak');
  });

  test('because a certificate that may not sign others signed this one', async () => {
    const below = await certify({ subject: example.subject, by: example.signer });
    expect(example.verify(signPdf(below, { chain: [example.signer, example.middle] }))).toBe('not_an_issuer');
  });

  test('because its chain is not whole', () => {
    expect(example.verify(signPdf(example.signer))).toBe('not_an_issuer');
  });

  test('because its certificate is for servers, or has a constraint that the service does not understand', async () => {
    const server = new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]);
    const ofServer = await certify({ subject: example.subject, by: example.middle, extensions: [server] });
    expect(example.verify(signPdf(ofServer, { chain: [example.middle] }))).toBe('certificate_not_for_this');
    const unknown = new x509.Extension('1.2.3.4.5', true, new Uint8Array([5, 0]));
    const ruled = await certify({ subject: example.subject, by: example.middle, extensions: [unknown] });
    expect(example.verify(signPdf(ruled, { chain: [example.middle] }))).toBe('certificate_not_for_this');
  });

  test('because its certificate is for the signing in of clients alone', async () => {
    const use = (...uses: string[]) => new x509.ExtendedKeyUsageExtension(uses);
    const client = x509.ExtendedKeyUsage.clientAuth;
    const verifyWith = async (extension: x509.Extension) => {
      const signer = await certify({ subject: example.subject, by: example.middle, extensions: [extension] });
      return example.verify(signPdf(signer, { chain: [example.middle] }));
    };
    expect(await verifyWith(use(client))).toBe('certificate_not_for_this');
    expect(await verifyWith(use(client, x509.ExtendedKeyUsage.emailProtection))).toBe('valid');
  });

  test.each([
    ['has name constraints, critical or not', new x509.Extension('2.5.29.30', false, new Uint8Array([0x30, 0]))],
    ['certifies servers', new x509.ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'])],
  ])('because an authority of its chain %s', async (_what, extension) => {
    const middle = await certify({
      subject: 'CN=Limited Authority',
      by: example.root,
      isAuthority: true,
      extensions: [extension],
    });
    const signer = await certify({ subject: example.subject, by: middle });
    const lists = [example.lists[0] ?? Buffer.alloc(0), await listRevoked(middle)];
    const verdict = example.verify(signPdf(signer, { chain: [middle], lists }));
    expect(verdict).toBe('not_an_issuer');
  });

  test('because it claims an impossible time', () => {
    expect(example.verify(example.signed({ at: '260401120000Z' }))).toBe('malformed');
    expect(example.verify(example.signed({ at: '250101120000Z' }))).toBe('malformed');
  });

  test('because the key of its certificate is not a key', () => {
    const file = example.signed();
    const key = example.signer.certificate.publicKey.rawData;
    const at = file.indexOf(Buffer.from(key).toString('hex'));
    expect(at).toBeGreaterThan(0);
    // One changed digit of a point on the curve hardly ever gives another point.
    file.write('0', at + 2 * key.byteLength - 1);
    const broken = Buffer.from(file);
    broken.write('ff', at + 2 * key.byteLength - 128);
    expect(example.verify(broken)).toBe('malformed');
  });

  test('because it is not a signature', () => {
    const file = example.signed();
    const gap = file.indexOf('<30');
    for (const bytes of ['<3080', '<0000', '<3003']) {
      const broken = Buffer.from(file);
      broken.write(bytes, gap);
      expect(example.verify(broken)).toBe('malformed');
    }
  });
});
