import { judgeOrigin } from '../../origin/judge-origin.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';
import { isSignedByIssuer } from './signed-by-issuer.ts';

type OriginCheck = Extract<DocumentCheck, { id: 'document-origin' }>;

/**
 * Did a camera take the pictures, as far as files show? A PDF does not tell how and when its pages were photographed, and they are not
 * checked for blur, size and light. So an identity document in one is a doubt, unless its issuer signed the file. Letters arrive as files.
 * The signature of an issuer of other documents says nothing about this one: it may be on a file that anyone could order.
 */
export function checkDocumentOrigin({
  result,
  pages,
  kind,
  country,
  input,
  isSignedByOther,
}: Pick<DocumentEvidence, 'result' | 'pages' | 'kind' | 'country' | 'input' | 'isSignedByOther'>): OriginCheck[] {
  const ofPictures = judgeOrigin(result.origins, { id: 'document-origin', code: 'document.origin_doubtful' });
  const isOfAnyone = pages.some(
    ({ page: { reading } }) => reading?.source === 'pdf' && !isSignedByIssuer(reading, { kind, country }),
  );
  const isInPdf = (kind?.type ?? input.documentType) !== 'proof-of-residency' && isOfAnyone;
  if (!isInPdf && !isSignedByOther) return ofPictures === null ? [] : [ofPictures];
  const data = { files: ofPictures?.data.files ?? [] };
  const ofPdf = { id: 'document-origin' as const, outcome: 'warning' as const, data, durationMs: 0 };
  return [
    ...(ofPictures?.outcome === 'warning' ? [ofPictures] : []),
    ...(isInPdf ? [{ ...ofPdf, code: 'document.in_pdf' as const }] : []),
    ...(isSignedByOther ? [{ ...ofPdf, code: 'document.signed_by_other' as const }] : []),
  ];
}
