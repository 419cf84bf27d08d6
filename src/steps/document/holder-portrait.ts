import type { FaceTemplate } from '../../domain/traits.ts';
import { judgeMatch } from '../faces/judge-match.ts';
import { valueOf, type DocumentEvidence, type PageEvidence } from './document-evidence.ts';
import { hasZoneByPortrait, isPortraitPlace } from './portrait-place.ts';
import { squeezeText } from './visual/squeeze-text.ts';

type Evidence = Pick<DocumentEvidence, 'pages' | 'mrz' | 'kind' | 'visual' | 'fields'>;

/** Values that name the holder or the document. A page that prints one belongs to the document. */
const ownValues = ['documentNumber', 'familyNames', 'givenNames', 'fullName', 'personalNumber'] as const;
/** A shorter value is in many words. */
const shortestValue = 3;

/**
 * The page with the holder's portrait. A face on another picture of the attempt proves nothing: anyone can add their photograph to the
 * picture of somebody else's document. Null when no page has one, or when two pages show two people.
 */
export function findHolderPortrait(evidence: Evidence): PageEvidence | null {
  const isByZone = hasPortraitByZone(evidence);
  const found = portraitPages(evidence, isByZone).filter(({ page: { reading } }) => {
    if (reading === null) return false;
    // Older results do not say where the face is.
    if (reading.portraitArea === undefined) return reading.portrait !== null;
    return isPortraitPlace(reading.portraitArea, reading, isByZone);
  });
  const templates = found.flatMap(({ page }) => page.reading?.portrait ?? []);
  if (areSeveralPeople(templates)) return null;
  return found.find(({ page }) => page.reading?.portrait != null) ?? found[0] ?? null;
}

/** Whether the side with the zone also has the portrait. */
function hasPortraitByZone({ mrz, kind }: Evidence): boolean {
  if (mrz === null) return false;
  return hasZoneByPortrait(mrz.parsed.format) || (kind !== null && kind.mrz?.side === kind.portrait);
}

/** The pages on which the portrait can be. */
function portraitPages(evidence: Evidence, isByZone: boolean): PageEvidence[] {
  const { pages, kind } = evidence;
  if (isByZone) return pages.filter(({ page }) => page.reading?.mrz != null).slice(0, 1);
  if (pages.length === 1) return [...pages];
  const known = pages.filter(({ shownSide }) => shownSide !== null && shownSide === kind?.portrait);
  return known.length > 0 ? known : pages.filter((page, index) => isOfDocument(page, index, evidence));
}

function isOfDocument({ lines, shownSide }: PageEvidence, index: number, evidence: Evidence): boolean {
  const { kind, visual } = evidence;
  if (shownSide !== null && shownSide !== kind?.portrait) return false;
  const names: readonly string[] = ownValues;
  if (visual.some(({ field, readFrom }) => names.includes(field.name) && readFrom.some((line) => line.page === index)))
    return true;
  const values = ownValues
    .map((name) => squeezeText(valueOf(evidence, name) ?? '').text)
    .filter(({ length }) => length >= shortestValue);
  return lines.some(({ squeezed }) => values.some((value) => squeezed.text.includes(value)));
}

function areSeveralPeople([first, ...others]: readonly FaceTemplate[]): boolean {
  return first !== undefined && others.some((other) => judgeMatch(first, other, null).answer === 'different');
}
