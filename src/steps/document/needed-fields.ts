import type { DocumentFieldName } from '../../domain/documents/document-field.ts';
import type { DocumentEvidence } from './document-evidence.ts';

/** Fields without which a document with a machine-readable zone proves nothing. */
const neededOfZone: readonly DocumentFieldName[] = ['documentNumber', 'dateOfBirth', 'dateOfExpiry', 'familyNames'];
/** The contents of a zone: if there is one, its values are required, and not those of the labels. */
const heldByZone: readonly DocumentFieldName[] = [...neededOfZone, 'givenNames', 'fullName', 'nationality', 'sex'];

/** Fields that every document of the kind has: each must be found and certain. */
export function neededFieldsOf({ mrz, kind }: Pick<DocumentEvidence, 'mrz' | 'kind'>): DocumentFieldName[] {
  const ofKind = (kind?.fields ?? []).filter(({ required }) => required).map(({ name }) => name);
  if (mrz === null) return [...new Set(ofKind)];
  const has = (wanted: DocumentFieldName) => mrz.fields.some(({ name }) => name === wanted);
  // Some people have one name, and issuers put it on either side of the fillers.
  const isSingleName = !has('familyNames') && has('givenNames');
  const ofZone = neededOfZone
    .filter((name) => name !== 'dateOfExpiry' || kind?.expires !== false)
    .map((name) => (name === 'familyNames' && isSingleName ? 'givenNames' : name));
  return [...new Set([...ofZone, ...ofKind.filter((name) => !heldByZone.includes(name))])];
}
