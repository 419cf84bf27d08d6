import { isReservedMetadata } from './metadata.ts';
import type { Metadata } from './verification.ts';

/** The most searchable keys and values of one verification; later ones in the object are not searchable. */
const mostPaths = 100;
/** Longer values are texts rather than references, so they are not searchable. Characters. */
const longestValue = 500;
const longestPath = 256;

export interface MetadataPath {
  /** Keys joined by dots: `order.number`. The members of an array share its path. */
  path: string;
  /** As text; null for a container of other values. */
  value: string | null;
}

/** Everything in the metadata that the host can search by, without the keys that only affect the flow's appearance. */
export function metadataPathsOf(metadata: Metadata): MetadataPath[] {
  const found: MetadataPath[] = [];
  for (const [key, value] of Object.entries(metadata)) {
    if (!isReservedMetadata(key)) walk(key, value, found);
  }
  return found;
}

function walk(path: string, value: unknown, found: MetadataPath[]): void {
  if (found.length >= mostPaths || path.length > longestPath) return;
  if (Array.isArray(value)) {
    found.push({ path, value: null });
    for (const member of value) walk(path, member, found);
  } else if (typeof value === 'object' && value !== null) {
    found.push({ path, value: null });
    for (const [key, member] of Object.entries(value)) walk(`${path}.${key}`, member, found);
  } else {
    const text = String(value);
    found.push({ path, value: text.length <= longestValue ? text : null });
  }
}
