import { KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readRevocationList } from '../../../src/adapters/signatures/revocation-list.ts';
import { createExampleIssuer, type ExampleIssuer } from '../../support/documents/example-issuer.ts';
import { certify, listRevoked, signAround, signPdf, type Authority } from '../../support/documents/signed-pdf.ts';

let example: ExampleIssuer;
beforeAll(async () => {
  example = await createExampleIssuer();
});

const pdfOf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes, ' ')]);

describe('a signature that is made to keep a worker busy', () => {
  test('is judged after a few certificates, although its authorities certify each other in thousands of ways', async () => {
    const circle = await authoritiesOfOneName(8);
    const signer = await certify({ subject: example.subject, by: circle[0] ?? null });
    const verify = vi.spyOn(X509Certificate.prototype, 'verify');
    expect(example.verify(signPdf(signer, { chain: circle }))).toBe('not_an_issuer');
    expect(verify.mock.calls.length).toBeLessThan(100);
    verify.mockRestore();
  }, 60_000);

  test('is unknown if it has more values than are read, which says nothing against the file', () => {
    const withMany = Buffer.concat([Buffer.from([0x31, 0x84, 0, 0, 0xc3, 0x50]), Buffer.alloc(50_000, '0500', 'hex')]);
    const around = signAround(example.signer, pdfOf(100), { chain: [example.middle], lists: [withMany] });
    expect(example.verify(around)).toBe('unsupported');
  });
});

describe('an honest signature', () => {
  test('around a PDF is valid up to the largest PDF that the service accepts', () => {
    expect(example.verify(signAround(example.signer, pdfOf(19_000_000), { chain: [example.middle] }))).toBe('valid');
  });

  test('is valid with a list of ten thousand revoked certificates, and revoked if its certificate is the last of them', async () => {
    const others = Array.from({ length: 10_000 }, () => `11${randomBytes(7).toString('hex')}`);
    const ofMiddle = longList(example.middle, others);
    expect(readRevocationList(ofMiddle)?.revoked.size).toBe(10_000);
    const ofRoot = await listRevoked(example.root);
    expect(example.verify(example.signed(), example.withLists(ofRoot, ofMiddle))).toBe('valid');
    const own = longList(example.middle, [...others, example.signer.certificate.serialNumber]);
    expect(example.verify(example.signed(), example.withLists(ofRoot, own))).toBe('certificate_revoked');
  });
});

describe('a list of revoked certificates', () => {
  test('that is out of date still revokes, next to an older one in force that the signature brings', async () => {
    const before = await listRevoked(example.middle, { from: '2026-02-01', to: '2026-03-07' });
    const after = await listRevoked(example.middle, {
      revoked: [example.signer],
      from: '2026-02-20',
      to: '2026-02-21',
    });
    const ofRoot = await listRevoked(example.root);
    const brought = example.signed({ lists: [before] });
    expect(example.verify(brought, example.withLists(ofRoot))).toBe('valid');
    expect(example.verify(brought, example.withLists(ofRoot, after))).toBe('certificate_revoked');
    // The revocation was lifted.
    const lifted = await listRevoked(example.middle, { from: '2026-02-28' });
    expect(example.verify(brought, example.withLists(ofRoot, after, lifted))).toBe('valid');
  });

  test('with an entry that is critical says nothing, because it may be of another authority’s certificate', async () => {
    const ofRoot = await listRevoked(example.root);
    const critical = Buffer.from('300e300c0603551d1d0101ff04023000', 'hex');
    const list = longList(example.middle, ['1234'], critical);
    expect(readRevocationList(list)).toBeNull();
    expect(example.verify(example.signed(), example.withLists(ofRoot, list))).toBe('revocation_unknown');
  });
});

describe('a certificate with a use that is not known', () => {
  const cardSignIn = '1.3.6.1.4.1.311.20.2.2';
  const uses = (...list: string[]) => [new x509.ExtendedKeyUsageExtension(list)];

  test('signs no document: that it names no other use is no permission', async () => {
    const verifyWith = async (...list: string[]) => {
      const signer = await certify({ subject: example.subject, by: example.middle, extensions: uses(...list) });
      return example.verify(signPdf(signer, { chain: [example.middle] }));
    };
    expect(await verifyWith(cardSignIn)).toBe('unsupported');
    expect(await verifyWith(cardSignIn, x509.ExtendedKeyUsage.clientAuth)).toBe('unsupported');
    expect(await verifyWith(cardSignIn, x509.ExtendedKeyUsage.serverAuth)).toBe('certificate_not_for_this');
    expect(await verifyWith(cardSignIn, '1.3.6.1.5.5.7.3.36')).toBe('valid');
    expect(await verifyWith('1.2.840.113583.1.1.5')).toBe('valid');
  });

  test('certifies no signer of documents', async () => {
    const extensions = uses(cardSignIn);
    const authority = await certify({ subject: 'CN=Cards', by: example.root, isAuthority: true, extensions });
    const signer = await certify({ subject: example.subject, by: authority });
    const lists = [...example.lists, await listRevoked(authority)];
    expect(example.verify(signPdf(signer, { chain: [authority] }), example.withLists(...lists))).toBe('not_an_issuer');
  });
});

/** Authorities with one name and one key: each may have certified each other. */
async function authoritiesOfOneName(count: number): Promise<Authority[]> {
  const { certificate: model, keys } = await certify({ subject: 'CN=Circle' });
  const made = Array.from({ length: count }, async () => ({
    keys,
    certificate: await x509.X509CertificateGenerator.create({
      serialNumber: `11${randomBytes(7).toString('hex')}`,
      subject: 'CN=Circle',
      issuer: 'CN=Circle',
      notBefore: model.notBefore,
      notAfter: model.notAfter,
      publicKey: keys.publicKey as never, // The package's types are those of a browser.
      signingKey: keys.privateKey as never,
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
      extensions: model.extensions,
    }),
  }));
  return Promise.all(made);
}

/** A list in force of any length: the package that makes lists stops at some thousand values. */
function longList({ certificate, keys }: Authority, serials: readonly string[], extensions = Buffer.alloc(0)): Buffer {
  const date = (at: string) => der(0x17, Buffer.from(at));
  const ofEcdsa = Buffer.from('300a06082a8648ce3d040302', 'hex');
  const entries = serials.map((serial) =>
    der(0x30, der(0x02, Buffer.from(serial, 'hex')), date('260201000000Z'), extensions),
  );
  const signed = der(
    0x30,
    der(0x02, Buffer.of(1)),
    ofEcdsa,
    Buffer.from(certificate.subjectName.toArrayBuffer()),
    date('260228000000Z'),
    date('260307000000Z'),
    der(0x30, ...entries),
  );
  const signature = sign('sha256', signed, KeyObject.from(keys.privateKey));
  return der(0x30, signed, ofEcdsa, der(0x03, Buffer.of(0), signature));
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const head = Buffer.from([tag, 0x83, 0, 0, 0]);
  head.writeUIntBE(content.length, 2, 3);
  return Buffer.concat([content.length < 0x80 ? Buffer.of(tag, content.length) : head, content]);
}
