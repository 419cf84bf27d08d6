import { findKinds } from '../../domain/document-kinds/find-kinds.ts';
import type { DocumentType } from '../../domain/documents/document-type.ts';
import type { FlowFault } from '../flow-fault.ts';

interface AcceptedDocument {
  type: DocumentType;
  countries: readonly string[] | null;
  subtypes: readonly string[] | null;
}

/** Countries and subtypes that a flow accepts but for which the catalogue has no kind: nobody could ever pass with them. */
export function findUnknownKinds(accept: readonly AcceptedDocument[]): FlowFault[] {
  return accept.flatMap(({ type, countries, subtypes }, index) => {
    const countryFaults = (countries ?? []).flatMap((country, at): FlowFault[] =>
      findKinds({ type, country }).length > 0
        ? []
        : [
            {
              path: ['accept', index, 'countries', at],
              code: 'document.country_without_kind',
              detail: `the catalogue has no ${type} of ${country}`,
            },
          ],
    );
    const subtypeFaults = (subtypes ?? []).flatMap((subtype, at): FlowFault[] =>
      (countries ?? [undefined]).some((country) => findKinds({ type, country, subtype }).length > 0)
        ? []
        : [
            {
              path: ['accept', index, 'subtypes', at],
              code: 'document.subtype_without_kind',
              detail: `the catalogue has no ${type} of subtype ${subtype} in these countries`,
            },
          ],
    );
    return [...countryFaults, ...subtypeFaults];
  });
}
