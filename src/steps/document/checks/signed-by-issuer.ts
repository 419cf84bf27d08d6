import type { PageReading } from '../../../domain/ports/pages/page-reader.ts';
import type { DocumentEvidence } from '../document-evidence.ts';

/** Whether the page is of a PDF that an issuer of such documents signed as a whole. */
export function isSignedByIssuer(
  { signals }: Pick<PageReading, 'signals'>,
  { kind, country }: Pick<DocumentEvidence, 'kind' | 'country'>,
): boolean {
  if (!isSigned({ signals })) return false;
  return (signals.signature?.issues ?? []).some(
    ({ type, countries }) =>
      type === kind?.type && (countries === null || (country !== null && countries.includes(country))),
  );
}

/** Whether any listed issuer signed the PDF. */
export function isSigned({ signals }: Pick<PageReading, 'signals'>): boolean {
  return signals.signature?.score === 0;
}
