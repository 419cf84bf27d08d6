import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { z } from 'zod';

/** Somebody whose signature on a document counts. */
export interface SigningIssuer {
  name: string;
  roots: readonly X509Certificate[];
  /** What the subject of its certificates says: below a public root everybody can have a certificate. */
  signer: { organization?: string | undefined; commonName?: string | undefined };
}

const text = z.string().min(1).max(200);
const fileSchema = z.strictObject({
  issuers: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        roots: z.array(z.string().min(1).max(4096)).min(1).max(20),
        signer: z
          .strictObject({ organization: text.optional(), commonName: text.optional() })
          .refine((signer) => Object.keys(signer).length > 0, { error: 'names an organization or a common name' }),
      }),
    )
    .max(200),
});

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads DOCUMENT_ISSUERS; roots are PEM files, named from its folder. @throws with the reason when it cannot be used as it is */
export function readIssuers(path: string): SigningIssuer[] {
  const { issuers } = fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return issuers.map(({ name, roots, signer }) => ({
    name,
    signer,
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
