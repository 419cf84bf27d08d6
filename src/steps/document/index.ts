import { Problem } from '../../domain/faults/errors.ts';
import { mediaFormOf } from '../../domain/media/media-kind.ts';
import type { Upload } from '../../domain/media/media.ts';
import type { PdfMake } from '../../domain/ports/pages/pdf-opener.ts';
import type { PageReading } from '../../domain/ports/pages/page-reader.ts';
import type { FileOrigin } from '../../domain/capture/origin.ts';
import { defineStep } from '../define-step.ts';
import { isReasonCode } from '../../domain/faults/reason-codes.ts';
import { findUnaccepted } from './find-unaccepted.ts';
import { expectedCountry, filesOf, neededKinds } from './accepted-files.ts';
import { duplicatesSchema, findDuplicates, judgeDuplicates } from './checks/duplicate-document.ts';
import { concludeDistinct } from './checks/distinct-documents.ts';
import { concludeHolder } from './checks/holder-match.ts';
import { findKnownHolder, judgeReHolder, knownHolderSchema } from './checks/re-holder-match.ts';
import { evaluateDocument } from './evaluate-document.ts';
import { documentResultSchema, type StoredDocument, type StoredPage } from './page-result-schema.ts';
import { drawTilt, drawTiltLead, tiltCount, tiltTimeoutMs } from './presence/draw-tilts.ts';
import { watchTilt } from './presence/watch-tilt.ts';
import { documentSchema } from './schema.ts';
import { isDocumentAskedFor, tellsAll } from './tells-all.ts';

/** Photos or a PDF of a document: its zone, barcode and print are read, compared and judged. */
export const documentStep = defineStep(documentSchema, documentResultSchema, {
  job: 'document.read',

  filesAtMost: filesOf,
  recordedKind: ({ presence }) => (presence === 'off' ? null : 'document-film'),
  challenge: {
    // The person may look for a lamp before they begin.
    ttlSeconds: () => 120,
    draw: () => ({ kind: 'prompts', promptCount: tiltCount, promptTimeoutMs: tiltTimeoutMs }),
    prompts: {
      leadMs: drawTiltLead,
      draw(random, content, { prompts }) {
        if (content.kind !== 'prompts') throw new Error('a challenge without prompts');
        return drawTilt(random, content.promptCount, prompts);
      },
    },
  },
  requiresCamera: ({ capture }) => capture === 'camera',
  pdfPagesAtMost: ({ allowPdf, maxPdfPages }) => (allowPdf ? maxPdfPages : 0),
  readAhead: (config) => ({ country: expectedCountry(config) }),

  accept({ config, input, files }) {
    const unaccepted = findUnaccepted(config.accept, input);
    if (unaccepted !== null) throw new Problem('step.document_not_accepted', { errors: [unaccepted] });
    const usable = files.filter((file) => file.state !== 'unusable');
    if (!config.allowPdf && usable.some((file) => mediaFormOf(file.contentType) === 'pdf')) {
      throw new Problem('step.files_missing', { detail: 'This flow takes no PDF: photograph the pages instead.' });
    }
    // A picture of a card is its front or its back. Only the sheets of a letter, and PDFs, stand for all sides.
    const isSheet = ({ kind, contentType }: Upload) => kind !== 'document-page' || mediaFormOf(contentType) === 'pdf';
    const given = usable
      .filter((file) => input.documentType === 'proof-of-residency' || isSheet(file))
      .map((file) => file.kind);
    for (const kind of neededKinds(config, input, given)) {
      if (!given.includes(kind)) throw new Problem('step.files_missing', { detail: `A usable ${kind} is missing.` });
    }
  },

  async work(tools, { config, input, files: submitted, challenge, verificationId }) {
    const startedAt = performance.now();
    const given = submitted.filter(({ kind }) => kind !== 'document-film');
    const pages: StoredPage[] = [];
    const origins: FileOrigin[] = [];
    const files: FileMake[] = [];
    let unreadPages = 0;
    for (const file of given) {
      const stored = (readings: readonly PageReading[]) => readings.map((reading) => storedPage(file, reading));
      const isEnough = (readings: readonly PageReading[]) => tellsAll({ config, input, pages: stored(readings) });
      const isDocument = (readings: readonly PageReading[]) =>
        isDocumentAskedFor({ config, input, pages: stored(readings) });
      const asked = { maxPages: config.maxPdfPages, country: input.country ?? null, isEnough, isDocument };
      const read = await tools.readPages(file, asked);
      if ('fault' in read) pages.push({ ...unreadPage(file), fault: read.fault });
      else {
        const seen = read.codes === undefined ? file : { ...file, codes: [...read.codes] };
        pages.push(...read.readings.map((reading) => storedPage(seen, reading)));
        if (read.origin !== null) origins.push(read.origin);
        unreadPages += read.unreadPages;
        if (read.make != null) files.push(storedFile(file, read.make));
        // The contents of the unread pages are unknown, and the others were not sufficient.
        if (read.timedOut) pages.push({ ...unreadPage(file), fault: 'file.too_many_pages' });
      }
    }
    const film = await watchTilt(tools.films, { files: submitted, challenge });
    const specimens = await tools.takesSpecimens(verificationId);
    return { pages, files, unreadPages, origins, film, specimens, durationMs: performance.now() - startedAt };
  },

  evaluate: evaluateDocument,

  conclusion: {
    // Results from before documents were compared with earlier verifications have no known holder.
    seen: duplicatesSchema.extend({ knownHolder: knownHolderSchema.default({ encrypted: false }) }),
    look: async (history, { traits }) => ({
      ...(await findDuplicates(history, traits)),
      knownHolder: await findKnownHolder(history, traits),
    }),
    judge: ({ traits, others, seen }) =>
      [
        ...judgeDuplicates(seen, traits),
        ...concludeHolder({ traits, others }),
        concludeDistinct({ traits, others }),
        ...judgeReHolder(traits, seen.knownHolder),
      ].filter((check) => check !== null),
  },
});

function storedPage(file: Upload, reading: PageReading): StoredPage {
  return { ...unreadPage(file), reading };
}

type FileMake = NonNullable<StoredDocument['files']>[number];

/** A file's own statements may be hostile: control characters and impossible times are removed. */
function storedFile(file: Upload, { createdAt, changedAt = null, ...make }: PdfMake): FileMake {
  return {
    mediaId: file.id,
    ...make,
    producer: make.producer === null ? null : withoutControls(make.producer),
    creator: make.creator === null ? null : withoutControls(make.creator),
    fonts: make.fonts.map(withoutControls),
    createdAt: plausibleTime(createdAt),
    changedAt: plausibleTime(changedAt),
  };
}

function plausibleTime(at: Date | null): string | null {
  return at !== null && plausibleYears.includes(at.getUTCFullYear()) ? at.toISOString() : null;
}

/** PDF dates from 1993. */
const plausibleYears = Array.from({ length: 107 }, (_, index) => 1993 + index);

function withoutControls(text: string): string {
  return text.replace(/\p{C}/gu, '').slice(0, 200);
}

function unreadPage(file: Upload): StoredPage {
  return { mediaId: file.id, kind: file.kind, codes: file.codes.filter(isReasonCode), fault: null, reading: null };
}
