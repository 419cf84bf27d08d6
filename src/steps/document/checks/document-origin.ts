import { judgeOrigin } from '../../origin/judge-origin.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';
import { isSignedByIssuer } from './screen-or-copy.ts';

type OriginCheck = Extract<DocumentCheck, { id: 'document-origin' }>;

/**
 * Did a camera take the pictures, as far as files show? A PDF does not tell how and when its pages were photographed, and they are not
 * checked for blur, size and light. So an identity document in one is a doubt, unless its issuer signed the file. Letters arrive as files.
 */
export function checkDocumentOrigin({
  result,
  pages,
  kind,
  input,
}: Pick<DocumentEvidence, 'result' | 'pages' | 'kind' | 'input'>): OriginCheck[] {
  const ofPictures = judgeOrigin(result.origins, { id: 'document-origin', code: 'document.origin_doubtful' });
  const isInPdf =
    (kind?.type ?? input.documentType) !== 'proof-of-residency' &&
    pages.some(({ page: { reading } }) => reading?.source === 'pdf' && !isSignedByIssuer(reading));
  if (!isInPdf) return ofPictures === null ? [] : [ofPictures];
  const data = { files: ofPictures?.data.files ?? [] };
  const ofPdf = { id: 'document-origin' as const, outcome: 'warning' as const, data, durationMs: 0 };
  return [...(ofPictures?.outcome === 'warning' ? [ofPictures] : []), { ...ofPdf, code: 'document.in_pdf' as const }];
}
