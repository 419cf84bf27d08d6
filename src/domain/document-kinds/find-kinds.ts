import type { DocumentType } from '../documents/document-type.ts';
import type { DocumentKind } from './document-kind.ts';
import { documentKinds } from './index.ts';

/** What somebody says about a document; what is left open fits every kind but those that must be named. */
export interface KindQuery {
  type: DocumentType;
  country?: string | undefined;
  subtype?: string | undefined;
}

/** The kinds that a document of this description can be; a kind for any country fits every country. */
export function findKinds({ type, country, subtype }: KindQuery): DocumentKind[] {
  return documentKinds.filter(
    (kind) =>
      kind.type === type &&
      (country === undefined || kind.country === null || kind.country === country) &&
      (subtype === undefined ? !kind.mustBeNamed : kind.subtype === subtype),
  );
}

/** A word for a kind that no other has, such as `driving-license/BR/cnh-2022`. */
export function kindKeyOf({ type, country, subtype }: Pick<DocumentKind, 'type' | 'country' | 'subtype'>): string {
  return [type, country ?? 'any', subtype].filter((part) => part !== null).join('/');
}
