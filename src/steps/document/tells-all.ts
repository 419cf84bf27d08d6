import { findKinds } from '../../domain/document-kinds/find-kinds.ts';
import type { DocumentEvidence } from './document-evidence.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { neededFieldsOf } from './needed-fields.ts';
import type { StoredPage } from './page-result-schema.ts';

type Given = Parameters<typeof gatherEvidence>[0];

type Pages = Pick<Given, 'config' | 'input'> & { pages: StoredPage[] };

/**
 * Whether these pages of a file are a complete document: a kind that the person named, printed on one side, with every required field.
 * Another page of the file could only belong to something else.
 */
export function tellsAll(pages: Pages): boolean {
  const evidence = documentAskedFor(pages);
  return evidence !== null && neededFieldsOf(evidence).every((name) => evidence.fields.has(name));
}

/** The same for a document that cannot be read completely: covers and terms do not supply what it lacks. */
export function isDocumentAskedFor(pages: Pages): boolean {
  return documentAskedFor(pages) !== null;
}

function documentAskedFor({ config, input, pages }: Pages): DocumentEvidence | null {
  const result = { pages, unreadPages: 0, origins: [], durationMs: 0 };
  const evidence = gatherEvidence({ config, input, result, at: new Date(), earlier: [] });
  const { type, country, kind, isKindCertain } = evidence;
  if (kind === null || type !== input.documentType || !isKindCertain) return null;
  const kinds = findKinds({ type, country: country ?? undefined, subtype: kind.subtype ?? undefined });
  return kinds.some(({ sides }) => sides.includes('back')) ? null : evidence;
}
