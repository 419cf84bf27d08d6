import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPdfSignatureVerifier } from '../../../src/adapters/signatures/pdf-signature-verifier.ts';
import { readIssuers, type SigningIssuer } from '../../../src/adapters/signatures/read-issuers.ts';
import { readRevocationList } from '../../../src/adapters/signatures/revocation-list.ts';
import { isSignedPdf, openSignedPdf } from '../../../src/domain/documents/signed-envelope.ts';
import { certify, listRevoked, signAround, signPdf, type Authority } from '../../support/documents/signed-pdf.ts';

const at = new Date('2026-03-02T12:00:00Z');
const person = 'CN=Billing, O=Example Energy';
let [root, middle, signer]: Authority[] = [];
/** Of both authorities: nobody is revoked. */
let lists: Buffer[] = [];

beforeAll(async () => {
  root = await certify({ subject: 'CN=Example Root' });
  middle = await certify({ subject: 'CN=Example Authority', by: root, isAuthority: true });
  signer = await certify({ subject: person, by: middle });
  lists = [await listRevoked(root), await listRevoked(middle)];
});

function needed(authority: Authority | undefined): Authority {
  if (authority === undefined) throw new Error('made before all');
  return authority;
}

const pemOf = ({ certificate }: Authority) => new X509Certificate(certificate.toString('pem'));
const issuersOf = (...roots: Authority[]): SigningIssuer[] => [
  {
    name: 'Example Energy',
    roots: roots.map(pemOf),
    signer: { organization: 'Example Energy' },
    revocation: 'required',
    revocationLists: () => lists.flatMap((list) => readRevocationList(list) ?? []),
  },
];
const withLists = (...own: Buffer[]) =>
  issuersOf(needed(root)).map((issuer) => ({
    ...issuer,
    revocationLists: () => own.flatMap((list) => readRevocationList(list) ?? []),
  }));
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
    expect(verify(signed(), readIssuers(fileOf({})))).toBe('revocation_unknown');
    expect(verify(signed(), readIssuers(fileOf({ revocation: 'not_checked' })))).toBe('valid');
    expect(() => readIssuers(fileOf({ revocation: 'no' }))).toThrow();
    expect(() => readIssuers(fileOf({ signer: {} }))).toThrow('organization');
    expect(() => readIssuers(fileOf({ roots: ['person.pem'] }))).toThrow('no authority');
    expect(() => readIssuers(fileOf({ roots: ['issuers.json'] }))).toThrow('no certificate');
    rmSync(folder, { recursive: true });
  });
});

describe('revocation', () => {
  const ofRoot = () => listRevoked(needed(root));

  test('makes a signature invalid where a list names a certificate of the chain, also next to one that does not', async () => {
    const ofSigner = await listRevoked(needed(middle), { revoked: [needed(signer)] });
    const ofMiddle = await listRevoked(needed(root), { revoked: [needed(middle)] });
    for (const own of [
      [await ofRoot(), ofSigner],
      [...lists, ofSigner],
      [ofMiddle, await listRevoked(needed(middle))],
    ]) {
      const found = createPdfSignatureVerifier(withLists(...own)).verify(signed(), at);
      expect(found).toMatchObject({ state: 'invalid', fault: 'certificate_revoked', issuer: null });
    }
  });

  test('leaves a signature unknown where no usable list speaks of a certificate of the chain', async () => {
    const day = new x509.Extension('2.5.29.28', true, new Uint8Array([0x30, 0]));
    const unusable = {
      none: [],
      'of the other authority alone': [await ofRoot()],
      'out of date': [await ofRoot(), await listRevoked(needed(middle), { to: '2026-03-01' })],
      'not yet in force': [await ofRoot(), await listRevoked(needed(middle), { from: '2026-03-03' })],
      'without an end': [await ofRoot(), await listRevoked(needed(middle), { to: null })],
      'of a part of the certificates': [await ofRoot(), await listRevoked(needed(middle), { extensions: [day] })],
      'by somebody else of that name': [
        await ofRoot(),
        await listRevoked(await certify({ subject: 'CN=Example Authority' })),
      ],
      'changed behind its signature': [await ofRoot(), changedIn(await listRevoked(needed(middle)))],
      'no list at all': [await ofRoot(), Buffer.from('30030101ff', 'hex')],
    };
    for (const [what, own] of Object.entries(unusable)) {
      const found = createPdfSignatureVerifier(withLists(...own)).verify(signed(), at);
      expect([what, found?.state, found?.fault]).toEqual([what, 'unknown', 'revocation_unknown']);
    }
  });

  test('is not told by an authority that may not sign lists', async () => {
    const other = await certify({ subject: 'CN=Other', by: needed(root), isAuthority: true, listsRevoked: false });
    const below = await certify({ subject: person, by: other });
    const own = withLists(await ofRoot(), await listRevoked(other));
    expect(verify(signPdf(below, { chain: [other] }), own)).toBe('revocation_unknown');
  });

  test('is read from lists that the signature brings, as long as they are in force', async () => {
    expect(verify(signed({ lists }), withLists())).toBe('valid');
    expect(verify(signed({ lists }), withLists(), new Date('2026-03-09'))).toBe('revocation_unknown');
    const revoking = await listRevoked(needed(middle), { revoked: [needed(signer)] });
    expect(verify(signed({ lists }), withLists(revoking))).toBe('certificate_revoked');
    expect(verify(signed({ lists: [...lists, Buffer.from('a103020101', 'hex')] }), withLists())).toBe('valid');
  });

  test('is read from the operator’s files, and again when they change', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lists-'));
    const issuer = {
      name: 'Example Energy',
      roots: ['root.pem'],
      signer: { organization: 'Example Energy' },
      revocationLists: ['root.crl', 'middle.crl'],
    };
    writeFileSync(join(folder, 'issuers.json'), JSON.stringify({ issuers: [issuer] }));
    writeFileSync(join(folder, 'root.pem'), needed(root).certificate.toString('pem'));
    const pem = (await ofRoot()).toString('base64');
    writeFileSync(join(folder, 'root.crl'), `-----BEGIN X509 CRL-----\n${pem}\n-----END X509 CRL-----\n`);
    expect(() => readIssuers(join(folder, 'issuers.json'))).toThrow('middle.crl');
    writeFileSync(join(folder, 'middle.crl'), await listRevoked(needed(middle)));
    const issuers = readIssuers(join(folder, 'issuers.json'));
    expect(verify(signed(), issuers)).toBe('valid');
    writeFileSync(join(folder, 'middle.crl'), await listRevoked(needed(middle), { revoked: [needed(signer)] }));
    expect(verify(signed(), issuers)).toBe('certificate_revoked');
    rmSync(join(folder, 'middle.crl'));
    expect(verify(signed(), issuers)).toBe('revocation_unknown');
    rmSync(folder, { recursive: true });
  });
});

describe('a signed envelope around a PDF', () => {
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\nstartxref\n0\n%%EOF\n');
  const around = (of: Buffer = pdf) => signAround(needed(signer), of, { chain: [needed(middle)] });

  test('is known by its first bytes, gives its PDF out, and is valid', () => {
    expect(isSignedPdf(around().subarray(0, 200))).toBe(true);
    expect(openSignedPdf(around())?.content.equals(pdf)).toBe(true);
    expect(verify(around())).toBe('valid');
  });

  test('is another file where it holds no PDF, or nothing', () => {
    for (const other of [Buffer.from('PK\u0003\u0004'), Buffer.alloc(0)]) {
      expect(isSignedPdf(around(other))).toBe(false);
      expect(openSignedPdf(around(other))).toBeNull();
    }
    expect([isSignedPdf(pdf), openSignedPdf(pdf), isSignedPdf(Buffer.alloc(0))]).toEqual([false, null, false]);
  });

  test('never vouches for another PDF, whichever byte of it is another, is missing or was added', () => {
    const file = around();
    // The list of hashes around the content is signed by nobody, and nothing is made of it.
    const vouched = (changed: Buffer) => (verify(changed) === 'valid' ? openSignedPdf(changed)?.content : pdf);
    for (let place = 0; place < file.length; place += Math.max(1, Math.floor(file.length / 150))) {
      const changed = Buffer.from(file);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect([place, vouched(changed)]).toEqual([place, pdf]);
      expect([place, verify(file.subarray(0, place))]).not.toEqual([place, 'valid']);
    }
    const content = file.indexOf('Catalog');
    file[content] = (file[content] ?? 0) ^ 1;
    expect(verify(file)).toBe('changed');
    file[content] = (file[content] ?? 0) ^ 1;
    expect(verify(Buffer.concat([file, Buffer.from('x')]))).toBe('not_whole_file');
  });

  test('is nobody’s word by a person who is no issuer, and then the PDF’s own signature counts', async () => {
    const other = await certify({ subject: 'CN=Jane Sample, O=Sample', by: needed(middle) });
    lists = [await listRevoked(needed(root)), await listRevoked(needed(middle))];
    expect(verify(signAround(other, pdf, { chain: [needed(middle)] }))).toBe('not_an_issuer');
    expect(verify(signAround(other, signed(), { chain: [needed(middle)] }))).toBe('valid');
  });

  test('is invalid where the PDF within has a wrong signature, even if a trusted signer signed around it', () => {
    const within = Buffer.concat([signed(), Buffer.from('2 0 obj << >> endobj\n')]);
    expect(verify(around(within))).toBe('not_whole_file');
    expect(verify(around(signed()))).toBe('valid');
  });

  test('may hold its PDF in parts, and say no lengths', () => {
    const octets = (part: Buffer) => Buffer.concat([Buffer.of(0x04, part.length), part]);
    const parts = [octets(pdf.subarray(0, 20)), octets(pdf.subarray(20))];
    const hex = (text: string) => Buffer.from(text, 'hex');
    const open = (tag: number, ...inner: Buffer[]) => Buffer.concat([Buffer.of(tag, 0x80), ...inner, hex('0000')]);
    const digests = hex('310b300906052b0e03021a0500');
    const inner = open(0x30, hex('06092a864886f70d010701'), open(0xa0, open(0x24, ...parts)));
    const file = open(0x30, hex('06092a864886f70d010702'), open(0xa0, open(0x30, hex('020101'), digests, inner)));
    expect(isSignedPdf(file)).toBe(true);
    expect(openSignedPdf(file)).toEqual({ content: pdf, end: file.length });
    expect(openSignedPdf(file.subarray(0, -2))).toBeNull();
  });
});

function changedIn(list: Buffer): Buffer {
  const changed = Buffer.from(list);
  const at = changed.length - 80;
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

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

  test('because the key of its certificate is none', () => {
    const file = signed();
    const key = needed(signer).certificate.publicKey.rawData;
    const at = file.indexOf(Buffer.from(key).toString('hex'));
    expect(at).toBeGreaterThan(0);
    // Of a point on the curve, one digit: hardly another point.
    file.write('0', at + 2 * key.byteLength - 1);
    const broken = Buffer.from(file);
    broken.write('ff', at + 2 * key.byteLength - 128);
    expect(verify(broken)).toBe('malformed');
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
