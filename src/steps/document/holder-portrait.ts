import type { DocumentKind } from '../../domain/document-kinds/document-kind.ts';
import type { DocumentFieldName } from '../../domain/documents/document-field.ts';
import type { ClearFace, PageReading } from '../../domain/ports/pages/page-reader.ts';
import type { FaceTemplate } from '../../domain/traits.ts';
import { judgeMatch } from '../faces/judge-match.ts';
import { valueOf, type DocumentEvidence, type PageEvidence } from './document-evidence.ts';
import { isPortraitPlace, isZoneByPortrait } from './portrait-place.ts';
import { squeezeText } from './visual/squeeze-text.ts';

export type PortraitEvidence = Pick<DocumentEvidence, 'pages' | 'mrz' | 'kind' | 'visual' | 'fields'>;

const names: readonly DocumentFieldName[] = ['familyNames', 'givenNames', 'fullName'];
/** Values that name the holder or the document. A page that prints one belongs to the document. */
const ownValues: readonly DocumentFieldName[] = [...names, 'documentNumber', 'personalNumber'];
/** A shorter value is in many words. */
const shortestValue = 3;

/**
 * The page with the holder's portrait. A face on another picture of the attempt proves nothing: anyone can add their photograph to the
 * picture of somebody else's document. Null when no page has one, or when two pages or one page show two people.
 */
export function findHolderPortrait(evidence: PortraitEvidence): PageEvidence | null {
  const { mrz, kind } = evidence;
  const isByZone = mrz !== null && isZoneByPortrait(mrz.parsed.format, kind);
  const found = portraitPages(evidence, isByZone).filter(({ page: { reading } }) => {
    if (reading === null) return false;
    // Older results do not say where the face is.
    if (reading.portraitArea === undefined) return reading.portrait !== null;
    return isPortraitPlace(reading.portraitArea, reading, isByZone, isBareByPortrait(kind));
  });
  const extra = evidence.pages.filter(({ isExtra = false }) => isExtra);
  const templates = [...found, ...extra].flatMap(({ page }) => page.reading?.portrait ?? []);
  if (areSeveralPeople(templates) || found.some(({ page }) => page.reading !== null && hasRival(page.reading)))
    return null;
  return found.find(({ page }) => page.reading?.portrait != null) ?? found[0] ?? null;
}

/** Every clear face on the holder's document apart from the portrait itself: its ghost images, on either side. */
export function otherFacesOf(evidence: PortraitEvidence): ClearFace[] {
  const portrait = findHolderPortrait(evidence)?.page.reading?.portrait;
  return evidence.pages
    .filter(({ isExtra = false }) => !isExtra)
    .flatMap(({ page }) => page.reading?.clearFaces ?? [])
    .filter(({ template }) => template.embedding !== portrait?.embedding);
}

/**
 * The pages on which the portrait can be. Where a kind prints the names next to the portrait, a page without them is not the document's:
 * the names on one picture say nothing of the face on another.
 */
function portraitPages(evidence: PortraitEvidence, isByZone: boolean): PageEvidence[] {
  const { kind } = evidence;
  const pages = evidence.pages.filter(({ isExtra = false }) => !isExtra);
  if (isByZone) return pages.filter(({ page }) => page.reading?.mrz != null).slice(0, 1);
  // Without the extra pictures one page may be left, which an attacker may have added.
  if (evidence.pages.length === 1) return pages;
  const isSide = ({ shownSide }: PageEvidence) => shownSide !== null && shownSide === kind?.portrait;
  const isNamed = (page: PageEvidence) => showsOwnValue(page, evidence.pages.indexOf(page), evidence);
  const known = pages.filter(isSide);
  if (known.length > 0) return printsNamesByPortrait(kind) ? known.filter(isNamed) : known;
  return pages.filter((page) => page.shownSide === null && isNamed(page));
}

function printsNamesByPortrait(kind: DocumentKind | null): boolean {
  return kind?.fields.some(({ name, side }) => names.includes(name) && side === kind.portrait) === true;
}

/** Of a kind that is not known, nobody can say that it prints no names there. */
function isBareByPortrait(kind: DocumentKind | null): boolean {
  return kind !== null && !printsNamesByPortrait(kind);
}

/** Whether the page prints a value that names the holder or the document. */
function showsOwnValue({ lines }: PageEvidence, index: number, evidence: PortraitEvidence): boolean {
  const isOnPage = evidence.visual.some(
    ({ field, readFrom }) => ownValues.includes(field.name) && readFrom.some((line) => line.page === index),
  );
  if (isOnPage) return true;
  const values = ownValues
    .map((name) => squeezeText(valueOf(evidence, name) ?? '').text)
    .filter(({ length }) => length >= shortestValue);
  return lines.some(({ squeezed }) => values.some((value) => squeezed.text.includes(value)));
}

/** Two pictures of one portrait are alike. Where a face model has no limit for another person, faces that are less alike may be two people. */
function areSeveralPeople([first, ...others]: readonly FaceTemplate[]): boolean {
  return first !== undefined && others.some((other) => !isSurelyOf(first, other));
}

/**
 * Whether another face on the page is as large as the portrait, and not surely the same person. No document prints two people. If a
 * photograph lies next to the portrait, the service cannot tell which of them shows the holder.
 */
function hasRival({ portrait, rivalPortraits = [] }: Pick<PageReading, 'portrait' | 'rivalPortraits'>): boolean {
  return portrait !== null && rivalPortraits.some((rival) => rival === null || !isSurelyOf(portrait, rival));
}

function isSurelyOf(portrait: FaceTemplate, other: FaceTemplate): boolean {
  const { answer } = judgeMatch(portrait, other, null);
  return answer === 'same' || answer === 'tooAlike';
}
