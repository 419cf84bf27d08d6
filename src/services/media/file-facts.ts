import { z } from 'zod';
import type { PdfFacts } from '../../domain/ports/pages/pdf-opener.ts';
import { signatureFaults, signatureStates } from '../../domain/ports/pages/signature-verifier.ts';
import { issuedDocumentsSchema } from '../../steps/document/page-result-schema.ts';

/** A comment (ISO 32000-1, 7.2.4) after the end of the file, which readers ignore. */
const mark = '\n%facts ';
/** Checks quote at most this much of a program's name. */
const longestName = 100;
const mostBytes = 4000;

const storedSchema = z.object({
  producer: z.string().nullable(),
  creator: z.string().nullable(),
  createdAt: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime().nullish(),
  signature: z
    .object({
      state: z.enum(signatureStates),
      fault: z.enum(signatureFaults).nullable(),
      issuer: z.string().nullable(),
      issues: issuedDocumentsSchema.optional(),
      claimedAt: z.string().nullable(),
    })
    .nullish(),
});

/**
 * Appends to our copy of a PDF what the original says about how it was made. The original is removed, and a job that runs again must reach
 * the same result. Names and all other metadata are omitted.
 */
export function withFacts(copy: Buffer, { producer, creator, createdAt, changedAt, signature }: PdfFacts): Buffer {
  const stored: z.infer<typeof storedSchema> = {
    producer: producer?.slice(0, longestName) ?? null,
    creator: creator?.slice(0, longestName) ?? null,
    createdAt: createdAt?.toISOString() ?? null,
    changedAt: changedAt?.toISOString() ?? null,
    signature,
  };
  return Buffer.concat([copy, Buffer.from(`${mark}${JSON.stringify(stored)}\n`)]);
}

/** The facts appended to one of our copies. Null: none, as in copies from older versions. */
export function factsBehind(copy: Buffer): PdfFacts | null {
  const end = copy.subarray(-mostBytes).toString('utf8');
  const start = end.lastIndexOf(mark);
  if (start < 0) return null;
  try {
    const { createdAt, changedAt, ...rest } = storedSchema.parse(JSON.parse(end.slice(start + mark.length)));
    const timeOf = (text: string | null | undefined) => (text == null ? null : new Date(text));
    return { ...rest, createdAt: timeOf(createdAt), changedAt: timeOf(changedAt) };
  } catch {
    return null;
  }
}

/** Our copy as it is served: the facts are for a job that runs again, not for readers of the file. */
export function withoutFacts(bytes: Buffer): Buffer {
  if (factsBehind(bytes) === null) return bytes;
  const tailStart = Math.max(0, bytes.length - mostBytes);
  return bytes.subarray(0, tailStart + bytes.subarray(tailStart).lastIndexOf(mark));
}
