import { openSignedPdf } from '../../domain/documents/signed-envelope.ts';
import type { Media } from '../../domain/media/media.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import {
  pdfFaults,
  type PdfFacts,
  type PdfFault,
  type PdfOpener,
  type OpenedPdf,
  type PdfMake,
} from '../../domain/ports/pages/pdf-opener.ts';
import type { SignatureVerifier } from '../../domain/ports/pages/signature-verifier.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import { factsBehind, withFacts } from './file-facts.ts';
import { createOpenMedia } from '../objects/open-media.ts';
import { createReplaceOriginal } from '../objects/replace-original.ts';

/**
 * Handles uploaded PDFs: rejects files that cannot be read at all, and renders the pages as pictures. A PDF that contains only these
 * pictures and what the original says about how it was made replaces the original. A second run reads these pictures.
 */
export function createPreparePdf({
  db,
  objects,
  pdfOpener,
  signatureVerifier = null,
  now = () => new Date(),
}: {
  db: Database;
  objects: ObjectStore;
  pdfOpener: PdfOpener;
  /** Null: signatures are not verified. */
  signatureVerifier?: SignatureVerifier | null;
  now?: () => Date;
}) {
  const openMedia = createOpenMedia({ db, objects });
  const replaceOriginal = createReplaceOriginal({ db, objects });

  return {
    async look(media: Media, maxPages: number): Promise<{ pageCount: number } | { fault: PdfFault }> {
      if (media.state === 'unusable') return { fault: faultOf(media) };
      const seen = await pdfOpener.look(pdfIn(await openMedia(media)), { maxPages });
      if ('fault' in seen) await db.media.markUnusable(media.id, seen.fault);
      return seen;
    },

    /** Opens the PDF for `use`, then replaces the original by pictures of its pages. */
    async read<T>(
      media: Media,
      maxPages: number,
      use: (opened: OpenedPdf) => Promise<T>,
    ): Promise<{ result: T; make: PdfMake | null } | { fault: PdfFault }> {
      if (media.state === 'unusable') return { fault: faultOf(media) };
      const file = await openMedia(media);
      const pdf = pdfIn(file);
      // Facts that somebody else appended to an original are ignored.
      const kept = media.state === 'ready' ? factsBehind(file) : null;
      const facts: PdfFacts = { producer: null, creator: null, createdAt: null, changedAt: null };
      const read = await pdfOpener.read(pdf, { maxPages }, (opened) => {
        const { producer, creator, createdAt, changedAt } = kept ?? opened;
        // For a file that was made safe before, only the result stored then is known.
        const signature = media.state === 'ready' ? kept?.signature : signatureVerifier?.verify(file, now());
        Object.assign(facts, { producer, creator, createdAt, changedAt, signature });
        return use({ ...opened, ...facts });
      });
      if ('fault' in read) {
        await db.media.markUnusable(media.id, read.fault);
        return read;
      }
      if (media.state === 'received') {
        const { copy, widthPx, heightPx } = read;
        const bytes = withFacts(copy, facts);
        const safe = { bytes, seen: copy, contentType: 'application/pdf', originFindings: null };
        await replaceOriginal(media, { ...safe, widthPx, heightPx });
      }
      // For a file that was made safe before, only the service's copy exists.
      return {
        result: read.result,
        make: media.state === 'received' ? makeOf(read.make, facts, pdf !== file) : null,
      };
    },
  };
}

export type PreparePdf = ReturnType<typeof createPreparePdf>;

/** The PDF inside a signed envelope; any other file unchanged. */
function pdfIn(file: Buffer): Buffer {
  return openSignedPdf(file)?.content ?? file;
}

/** The envelope's signature is added to those in the PDF. */
function makeOf(make: PdfMake, { signature }: PdfFacts, isEnvelope: boolean): PdfMake {
  return { ...make, ...(isEnvelope && { signatures: make.signatures + 1 }), signature };
}

function faultOf(media: Media): PdfFault {
  return pdfFaults.find((fault) => media.codes.includes(fault)) ?? 'file.unreadable_pdf';
}
