import type { DocumentEvidence } from '../document-evidence.ts';
import { judgeFilm } from './report-tilt.ts';
import { showsScreen } from './shows-screen.ts';

/**
 * Whether the film removes the doubt that the front is a flat copy. It does only if the flow says so, the document was tilted as asked, and
 * signs of a screen were looked for in the photo and in the film: a sign that could not be measured is not absent. The film shows the
 * front, so it says nothing about another page.
 */
export function liftsFlatCopy({ config, result }: Pick<DocumentEvidence, 'config' | 'result'>): boolean {
  if (config.presence === 'off' || config.presenceLifts !== 'flat-copy' || result.film == null) return false;
  const [answer] = judgeFilm(result.film).answers;
  if (answer !== 'shown' || showsScreen(result.film) !== false) return false;
  const fronts = result.pages.filter(({ kind }) => kind === 'document-front');
  return fronts.length === 1 && fronts.every(({ reading }) => reading?.signals.screenScore === 0);
}
