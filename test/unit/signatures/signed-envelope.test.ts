import { beforeAll, describe, expect, test } from 'vitest';
import { isSignedPdf, openSignedPdf } from '../../../src/domain/documents/signed-envelope.ts';
import { createExampleIssuer, type ExampleIssuer } from '../../support/documents/example-issuer.ts';
import { certify, signAround } from '../../support/documents/signed-pdf.ts';

let example: ExampleIssuer;
beforeAll(async () => {
  example = await createExampleIssuer();
});

describe('a signed envelope around a PDF', () => {
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\nstartxref\n0\n%%EOF\n');
  const around = (of: Buffer = pdf) => signAround(example.signer, of, { chain: [example.middle] });

  test('is recognised by its first bytes, returns its PDF, and is valid', () => {
    expect(isSignedPdf(around().subarray(0, 200))).toBe(true);
    expect(openSignedPdf(around())?.content.equals(pdf)).toBe(true);
    expect(example.verify(around())).toBe('valid');
  });

  test('is any other file if it holds no PDF, or nothing', () => {
    for (const other of [Buffer.from('PK\u0003\u0004'), Buffer.alloc(0)]) {
      expect(isSignedPdf(around(other))).toBe(false);
      expect(openSignedPdf(around(other))).toBeNull();
    }
    expect([isSignedPdf(pdf), openSignedPdf(pdf), isSignedPdf(Buffer.alloc(0))]).toEqual([false, null, false]);
  });

  test('never vouches for another PDF, whichever byte was changed, removed or added', () => {
    const file = around();
    // Nobody signs the list of hashes around the content, so it is ignored.
    const vouched = (changed: Buffer) => (example.verify(changed) === 'valid' ? openSignedPdf(changed)?.content : pdf);
    for (let place = 0; place < file.length; place += Math.max(1, Math.floor(file.length / 150))) {
      const changed = Buffer.from(file);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect([place, vouched(changed)]).toEqual([place, pdf]);
      expect([place, example.verify(file.subarray(0, place))]).not.toEqual([place, 'valid']);
    }
    const content = file.indexOf('Catalog');
    file[content] = (file[content] ?? 0) ^ 1;
    expect(example.verify(file)).toBe('changed');
    file[content] = (file[content] ?? 0) ^ 1;
    expect(example.verify(Buffer.concat([file, Buffer.from('x')]))).toBe('not_whole_file');
  });

  test('is unknown if the signer is not an issuer, and then the PDF’s own signature counts', async () => {
    const other = await certify({ subject: 'CN=Jane Sample, O=Sample', by: example.middle });
    expect(example.verify(signAround(other, pdf, { chain: [example.middle] }))).toBe('not_an_issuer');
    expect(example.verify(signAround(other, example.signed(), { chain: [example.middle] }))).toBe('valid');
  });

  test('is invalid if the PDF within has a wrong signature, even if a trusted signer signed around it', () => {
    const within = Buffer.concat([example.signed(), Buffer.from('2 0 obj << >> endobj\n')]);
    expect(example.verify(around(within))).toBe('not_whole_file');
    expect(example.verify(around(example.signed()))).toBe('valid');
  });

  test('may hold its PDF in parts, without lengths', () => {
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
