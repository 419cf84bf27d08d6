import type { DocumentFieldName } from '../../../domain/documents/document-field.ts';
import { isTransliteration } from '../names-agree.ts';

/** The two parts of a name in a zone. */
export const namesInParts: readonly DocumentFieldName[] = ['familyNames', 'givenNames'];

/** The names of a zone that one line may have. */
interface ZoneNames {
  own: string;
  /** The other part of the name. */
  other: string | null;
  areNamesCut: boolean;
}

/**
 * The part of a printed line that is a name from the zone, as it is spelled there: next to the other name in either order
 * (`GONZALEZ,CRISTINA`), behind the stroke that separates two scripts, or behind a label. Null: none, or several.
 */
export function partOfLine(text: string, { own, other, areNamesCut }: ZoneNames): string | null {
  const isOwn = (part: string) => isTransliteration(own, part, areNamesCut);
  const parts = new Set([
    ...besideOther(text, isOwn, other),
    ...behindStroke(text, isOwn),
    ...behindLabel(text, isOwn),
  ]);
  const [part = null, ...more] = parts;
  return more.length === 0 ? part : null;
}

function besideOther(text: string, isOwn: (part: string) => boolean, other: string | null): string[] {
  if (other === null) return [];
  const isOther = (part: string) => isTransliteration(other, part, false);
  return splitsOf(text).flatMap(([before, after]) => [
    ...(isOwn(before) && isOther(after) ? [before] : []),
    ...(isOther(before) && isOwn(after) ? [after] : []),
  ]);
}

function behindStroke(text: string, isOwn: (part: string) => boolean): string[] {
  const [, ...parts] = text.split('/').map((part) => part.trim());
  return parts.filter(isOwn);
}

/** Only a label has small letters before a name. */
function behindLabel(text: string, isOwn: (part: string) => boolean): string[] {
  return splitsOf(text).flatMap(([before, after]) => (/\p{Ll}{2}/u.test(before) && isOwn(after) ? [after] : []));
}

/** The text before and after each of its gaps between words. */
function splitsOf(text: string): [string, string][] {
  return [...text.matchAll(/[\s,:\-]+/g)].map(({ 0: gap, index }) => [
    text.slice(0, index).trim(),
    text.slice(index + gap.length).trim(),
  ]);
}
