import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { isCountryCode } from '../../domain/documents/country-code.ts';
import { documentTypes } from '../../domain/documents/document-type.ts';
import type { IssuedDocuments } from '../../domain/ports/pages/signature-verifier.ts';
import { readRevocationList, type RevocationList } from './revocation-list.ts';

/** An issuer whose signature on a document counts. */
export interface SigningIssuer {
  name: string;
  roots: readonly X509Certificate[];
  /** The required subject of its certificates: under a public root, anyone can get a certificate. */
  signer: { organization?: string | undefined; commonName?: string | undefined };
  /** The documents for which its signature counts. */
  issues: readonly IssuedDocuments[];
  /** `required`: a signature is valid only if lists state for each certificate of its chain that it was not revoked. */
  revocation: 'required' | 'not_checked';
  /** The operator's lists, as they are on disk now. */
  revocationLists: () => readonly RevocationList[];
}

const text = z.string().min(1).max(200);
const countries = z
  .array(z.string().refine(isCountryCode, { error: 'is no country' }))
  .min(1)
  .max(20);
/** An identity document has an issuer in each country, and none signs those of another. */
const issuedSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('proof-of-residency'), countries: countries.nullable().default(null) }),
  ...documentTypes
    .filter((type) => type !== 'proof-of-residency')
    .map((type) => z.strictObject({ type: z.literal(type), countries })),
]);
const fileSchema = z.strictObject({
  issuers: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        roots: z.array(z.string().min(1).max(4096)).min(1).max(20),
        signer: z
          .strictObject({ organization: text.optional(), commonName: text.optional() })
          .refine((signer) => Object.keys(signer).length > 0, { error: 'names an organization or a common name' }),
        documents: z
          .array(issuedSchema)
          .min(1)
          .max(5)
          .default([{ type: 'proof-of-residency', countries: null }]),
        revocation: z.enum(['required', 'not_checked']).default('required'),
        revocationLists: z.array(z.string().min(1).max(4096)).max(50).default([]),
      }),
    )
    .max(200),
});

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const listPem = /-----BEGIN X509 CRL-----([^-]+)-----END X509 CRL-----/g;

/**
 * Reads DOCUMENT_ISSUERS. Roots are PEM files, revocation lists PEM or DER, with paths relative to its folder.
 * @throws with the reason when it is unusable
 */
export function readIssuers(path: string): SigningIssuer[] {
  const { issuers } = fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return issuers.map(({ name, roots, signer, documents, revocation, revocationLists }) => ({
    name,
    signer,
    issues: documents,
    revocation,
    revocationLists: listsOf(revocationLists.map((list) => resolve(dirname(path), list))),
    roots: roots.flatMap((root) => {
      const certificates = readFileSync(resolve(dirname(path), root), 'utf8').match(pem) ?? [];
      if (certificates.length === 0) throw new Error(`${root} holds no certificate in PEM`);
      return certificates.map((certificate) => {
        const parsed = new X509Certificate(certificate);
        if (!parsed.ca) throw new Error(`${root} holds a certificate that is no authority's`);
        return parsed;
      });
    }),
  }));
}

/**
 * Lists are read again when their files change, because authorities publish new ones every few days.
 * @throws when one cannot be read at the start; a list that cannot be read later is ignored, so that its certificates are unknown
 */
function listsOf(paths: readonly string[]): () => readonly RevocationList[] {
  const known = new Map<string, { changedMs: number; bytes: number; list: RevocationList | null }>();
  function read(path: string): RevocationList | null {
    const { mtimeMs, size } = statSync(path);
    const before = known.get(path);
    if (before?.changedMs === mtimeMs && before.bytes === size) return before.list;
    const file = readFileSync(path);
    const [, base64] = [...file.toString('latin1').matchAll(listPem)][0] ?? [];
    const list = readRevocationList(base64 === undefined ? file : Buffer.from(base64, 'base64'));
    known.set(path, { changedMs: mtimeMs, bytes: size, list });
    return list;
  }
  for (const path of paths) {
    if (read(path) === null) throw new Error(`${path} holds no whole list of revoked certificates, in PEM or DER`);
  }
  return () =>
    paths.flatMap((path) => {
      try {
        return read(path) ?? [];
      } catch {
        return [];
      }
    });
}
