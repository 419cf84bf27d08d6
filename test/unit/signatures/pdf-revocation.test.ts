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

describe('revocation', () => {
  const ofRoot = () => listRevoked(example.root);

  test('makes a signature invalid if a list names a certificate of the chain, even next to one that does not', async () => {
    const ofSigner = await listRevoked(example.middle, { revoked: [example.signer] });
    const ofMiddle = await listRevoked(example.root, { revoked: [example.middle] });
    for (const own of [
      [await ofRoot(), ofSigner],
      [...example.lists, ofSigner],
      [ofMiddle, await listRevoked(example.middle)],
    ]) {
      const found = createPdfSignatureVerifier(example.withLists(...own)).verify(example.signed(), at);
      expect(found).toMatchObject({ state: 'invalid', fault: 'certificate_revoked', issuer: null });
    }
  });

  test('leaves a signature unknown if no usable list covers a certificate of the chain', async () => {
    const day = new x509.Extension('2.5.29.28', true, new Uint8Array([0x30, 0]));
    const unusable = {
      none: [],
      'of the other authority alone': [await ofRoot()],
      'out of date': [await ofRoot(), await listRevoked(example.middle, { to: '2026-03-01' })],
      'not yet in force': [await ofRoot(), await listRevoked(example.middle, { from: '2026-03-03' })],
      'without an end': [await ofRoot(), await listRevoked(example.middle, { to: null })],
      'of a part of the certificates': [await ofRoot(), await listRevoked(example.middle, { extensions: [day] })],
      'by somebody else of that name': [
        await ofRoot(),
        await listRevoked(await certify({ subject: 'CN=Example Authority' })),
      ],
      'changed behind its signature': [await ofRoot(), changedIn(await listRevoked(example.middle))],
      'no list at all': [await ofRoot(), Buffer.from('30030101ff', 'hex')],
    };
    for (const [what, own] of Object.entries(unusable)) {
      const found = createPdfSignatureVerifier(example.withLists(...own)).verify(example.signed(), at);
      expect([what, found?.state, found?.fault]).toEqual([what, 'unknown', 'revocation_unknown']);
    }
  });

  test('is not taken from an authority that may not sign lists', async () => {
    const other = await certify({ subject: 'CN=Other', by: example.root, isAuthority: true, listsRevoked: false });
    const below = await certify({ subject: example.subject, by: other });
    const own = example.withLists(await ofRoot(), await listRevoked(other));
    expect(example.verify(signPdf(below, { chain: [other] }), own)).toBe('revocation_unknown');
  });

  test('is read from lists that the signature brings, as long as they are in force', async () => {
    expect(example.verify(example.signed({ lists: example.lists }), example.withLists())).toBe('valid');
    expect(example.verify(example.signed({ lists: example.lists }), example.withLists(), new Date('2026-03-09'))).toBe(
      'revocation_unknown',
    );
    const revoking = await listRevoked(example.middle, { revoked: [example.signer] });
    expect(example.verify(example.signed({ lists: example.lists }), example.withLists(revoking))).toBe(
      'certificate_revoked',
    );
    expect(
      example.verify(
        example.signed({ lists: [...example.lists, Buffer.from('a103020101', 'hex')] }),
        example.withLists(),
      ),
    ).toBe('valid');
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
    writeFileSync(join(folder, 'root.pem'), example.root.certificate.toString('pem'));
    const pem = (await ofRoot()).toString('base64');
    writeFileSync(join(folder, 'root.crl'), `-----BEGIN X509 CRL-----\n${pem}\n-----END X509 CRL-----\n`);
    expect(() => readIssuers(join(folder, 'issuers.json'))).toThrow('middle.crl');
    writeFileSync(join(folder, 'middle.crl'), await listRevoked(example.middle));
    const issuers = readIssuers(join(folder, 'issuers.json'));
    expect(example.verify(example.signed(), issuers)).toBe('valid');
    writeFileSync(join(folder, 'middle.crl'), await listRevoked(example.middle, { revoked: [example.signer] }));
    expect(example.verify(example.signed(), issuers)).toBe('certificate_revoked');
    rmSync(join(folder, 'middle.crl'));
    expect(example.verify(example.signed(), issuers)).toBe('revocation_unknown');
    rmSync(folder, { recursive: true });
  });
});

function changedIn(list: Buffer): Buffer {
  const changed = Buffer.from(list);
  const at = changed.length - 80;
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}
