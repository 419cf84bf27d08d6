import type { DocumentType } from '../documents/document-type.ts';
import type { DocumentKind } from './document-kind.ts';
import { documentKinds } from './index.ts';

/** The known properties of a document. A missing property fits every kind, except kinds that a flow must name. */
export interface KindQuery {
  type: DocumentType;
  country?: string | undefined;
  subtype?: string | undefined;
}

/** The kinds that match this description. A kind of any country matches every country. */
export function findKinds({ type, country, subtype }: KindQuery): DocumentKind[] {
  return documentKinds.filter(
    (kind) =>
      kind.type === type &&
      (country === undefined || kind.country === null || kind.country === country) &&
      (subtype === undefined ? !kind.mustBeNamed : kind.subtype === subtype),
  );
}

/** A unique name of a kind, such as `driving-license/BR/cnh-2022`. */
export function kindKeyOf({ type, country, subtype }: Pick<DocumentKind, 'type' | 'country' | 'subtype'>): string {
  return [type, country ?? 'any', subtype].filter((part) => part !== null).join('/');
}
