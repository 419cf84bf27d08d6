import { judgeOrigin } from '../../origin/judge-origin.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';

/** Did a camera take the pictures, as far as files show? PDFs are excluded: no camera makes one. */
export function checkDocumentOrigin({ result }: DocumentEvidence): DocumentCheck | null {
  return judgeOrigin(result.origins, { id: 'document-origin', code: 'document.origin_doubtful' });
}
