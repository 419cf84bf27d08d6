import { X509Certificate } from 'node:crypto';
import { createPdfSignatureVerifier } from '../../../src/adapters/signatures/pdf-signature-verifier.ts';
import type { SigningIssuer } from '../../../src/adapters/signatures/read-issuers.ts';
import { readRevocationList } from '../../../src/adapters/signatures/revocation-list.ts';
import { certify, listRevoked, signPdf, type Authority } from './signed-pdf.ts';

const pemOf = ({ certificate }: Authority) => new X509Certificate(certificate.toString('pem'));

/** A made-up issuer: its root, an intermediate authority, the signing certificate, and lists by both authorities that revoke nothing. */
export async function createExampleIssuer() {
  const subject = 'CN=Billing, O=Example Energy';
  const root = await certify({ subject: 'CN=Example Root' });
  const middle = await certify({ subject: 'CN=Example Authority', by: root, isAuthority: true });
  const signer = await certify({ subject, by: middle });
  const lists = [await listRevoked(root), await listRevoked(middle)];

  const issuersWith = (roots: readonly Authority[], own: readonly Buffer[]): SigningIssuer[] => [
    {
      name: 'Example Energy',
      roots: roots.map(pemOf),
      signer: { organization: 'Example Energy' },
      issues: [{ type: 'proof-of-residency', countries: null }],
      revocation: 'required',
      revocationLists: () => own.flatMap((list) => readRevocationList(list) ?? []),
    },
  ];
  const issuersOf = (...roots: Authority[]) => issuersWith(roots, lists);

  return {
    /** The subject of the signing certificate. */
    subject,
    root,
    middle,
    signer,
    lists,
    /** The issuer below these roots, with its own lists. */
    issuersOf,
    /** The issuer below its own root, with these lists. */
    withLists: (...own: Buffer[]) => issuersWith([root], own),
    /** The fault that the verifier finds, or the state if there is none; null for a file without a signature. */
    verify(file: Buffer, issuers = issuersOf(root), when = new Date('2026-03-02T12:00:00Z')) {
      const found = createPdfSignatureVerifier(issuers).verify(file, when);
      return found === null ? null : (found.fault ?? found.state);
    },
    /** A PDF that the issuer has signed. */
    signed: (options: Parameters<typeof signPdf>[1] = {}) => signPdf(signer, { chain: [middle], ...options }),
  };
}

export type ExampleIssuer = Awaited<ReturnType<typeof createExampleIssuer>>;
