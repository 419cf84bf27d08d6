import { findKinds } from '../../domain/document-kinds/find-kinds.ts';
import type { Fault } from '../../domain/faults/errors.ts';
import type { StepConfig, StepSubmit } from '../define-step-schema.ts';
import type { documentSchema } from './schema.ts';

type Accept = StepConfig<typeof documentSchema>['accept'];
type Input = StepSubmit<typeof documentSchema>;

/**
 * The part of the person's claim that the flow cannot accept, or null. An attempt with it could only fail, so the submit is refused before
 * it counts.
 */
export function findUnaccepted(accept: Accept, { documentType: type, country, subtype }: Input): Fault | null {
  const ofType = accept.filter((accepted) => accepted.type === type);
  if (ofType.length === 0) return unaccepted('documentType', 'is not one of the flow’s types');
  const ofCountry = ofType.filter(
    ({ countries }) => country === undefined || countries === null || countries.includes(country),
  );
  if (ofCountry.length === 0) return unaccepted('country', 'is not one of the flow’s countries');
  if (subtype === undefined) return null;
  const kinds = findKinds({ type, country, subtype });
  if (kinds.length === 0) {
    const detail = country === undefined ? `no ${type} has this subtype` : `no ${type} of ${country} has this subtype`;
    return { pointer: '/subtype', code: 'document.subtype_without_kind', detail };
  }
  const isAccepted = ofCountry.some(({ countries, subtypes }) =>
    kinds.some(
      (kind) =>
        (countries === null || kind.country === null || countries.includes(kind.country)) &&
        (subtypes === null ? !kind.mustBeNamed : subtypes.includes(subtype)),
    ),
  );
  return isAccepted ? null : unaccepted('subtype', 'is not one of the flow’s subtypes');
}

function unaccepted(field: keyof Input, detail: string): Fault {
  return { pointer: `/${field}`, code: 'document.not_accepted_by_flow', detail };
}
