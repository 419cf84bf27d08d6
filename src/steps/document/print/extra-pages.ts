import type { DocumentKind, DocumentSide } from '../../../domain/document-kinds/document-kind.ts';
import type { StoredPage } from '../page-result-schema.ts';

export const sideOfUpload: Readonly<Partial<Record<string, DocumentSide>>> = {
  'document-front': 'front',
  'document-back': 'back',
};

/**
 * Whether an identity document has no room for this page: an earlier page shows the same side, or the other pages show all sides. Otherwise
 * a forger could add a page whose print confirms another person's zone, and leave the true name on the page with the portrait. Letters may
 * have any number of sheets.
 */
export function isExtraPage(
  page: number,
  {
    kind,
    pages,
    sides,
  }: { kind: DocumentKind | null; pages: readonly StoredPage[]; sides: readonly (DocumentSide | null)[] },
): boolean {
  if (kind === null || kind.type === 'proof-of-residency') return false;
  const all = pages.map(({ kind: upload, reading }, index) => {
    const isPart = (reading?.cut?.count ?? 1) > 1;
    return sides[index] ?? (isPart ? null : sideOfUpload[upload]) ?? null;
  });
  const own = all[page] ?? null;
  if (own !== null) return all.indexOf(own) < page;
  return kind.sides.every((side) => all.includes(side));
}
