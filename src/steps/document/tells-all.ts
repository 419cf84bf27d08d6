import { findKinds } from '../../domain/document-kinds/find-kinds.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { neededFieldsOf } from './needed-fields.ts';
import type { StoredPage } from './page-result-schema.ts';

type Given = Parameters<typeof gatherEvidence>[0];

/**
 * Whether these pages of a file are a whole document by themselves: of a kind that the person named, which is printed on one side,
 * with every field that it must have. Another page of the file could only belong to something else.
 */
export function tellsAll({ config, input, pages }: Pick<Given, 'config' | 'input'> & { pages: StoredPage[] }): boolean {
  const result = { pages, unreadPages: 0, origins: [], durationMs: 0 };
  const evidence = gatherEvidence({ config, input, result, at: new Date(), earlier: [] });
  const { type, country, kind, isKindCertain, fields } = evidence;
  if (kind === null || type !== input.documentType || !isKindCertain) return false;
  const kinds = findKinds({ type, country: country ?? undefined, subtype: kind.subtype ?? undefined });
  if (kinds.some(({ sides }) => sides.includes('back'))) return false;
  return neededFieldsOf(evidence).every((name) => fields.has(name));
}
