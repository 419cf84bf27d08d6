import type { PageReading } from '../../../domain/ports/pages/page-reader.ts';
import type { DocumentEvidence } from '../document-evidence.ts';
import type { StoredDocument } from '../page-result-schema.ts';

type Issued = Pick<DocumentEvidence, 'kind' | 'country'>;

/** Whether the page is of a PDF that an issuer of such documents signed as a whole. */
export function isSignedByIssuer(reading: Pick<PageReading, 'signals'>, { kind, country }: Issued): boolean {
  if (!isSigned(reading)) return false;
  return (reading.signals.signature?.issues ?? []).some(
    ({ type, countries }) =>
      type === kind?.type && (countries === null || (country !== null && countries.includes(country))),
  );
}

/** Whether any listed issuer signed the PDF. */
export function isSigned({ signals }: Pick<PageReading, 'signals'>): boolean {
  return signals.signature?.score === 0;
}

/**
 * The pages as their signatures let every check see them. An issuer of such documents vouches for its file: signed text needs no second
 * reader, and what programs say about the file no longer counts. Any other valid signature vouches for nothing: such a page is an unsigned
 * one. Null for the document: it is not known yet, so no issuer vouches for it.
 */
export function heedSignatures(result: StoredDocument, document: Issued | null): StoredDocument {
  if (!result.pages.some(({ reading }) => reading !== null && isSigned(reading))) return result;
  const pages = result.pages.map((page) =>
    page.reading === null || !isSigned(page.reading) ? page : { ...page, reading: heed(page.reading, document) },
  );
  return { ...result, pages };
}

function heed<Reading extends PageReading>(reading: Reading, document: Issued | null): Reading {
  if (document === null || !isSignedByIssuer(reading, document)) {
    return { ...reading, signals: { ...reading.signals, signature: null } };
  }
  return {
    ...reading,
    lines: reading.lines.map((line) => (line.signed === true ? { ...line, confidence: 1, agreed: true } : line)),
    signals: { ...reading.signals, editorMetadata: null, freshFile: null },
  };
}
