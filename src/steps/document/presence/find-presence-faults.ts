import type { DocumentType } from '../../../domain/documents/document-type.ts';
import type { FlowFault } from '../../flow-fault.ts';

/** A film of a tilted document needs a camera, and a document that is a card or a page of a booklet. */
export function findPresenceFaults({
  presence,
  capture,
  accept,
}: {
  presence: string;
  capture: string;
  accept: readonly { type: DocumentType }[];
}): FlowFault[] {
  if (presence === 'off') return [];
  const faultOf = (detail: string): FlowFault => ({ path: ['presence'], code: 'value.not_valid', detail });
  return [
    ...(capture === 'gallery'
      ? [faultOf('a flow that takes pictures of the gallery alone cannot ask for a film')]
      : []),
    ...(accept.every(({ type }) => type === 'proof-of-residency')
      ? [faultOf('letters and bills are not filmed, because nothing on them reflects')]
      : []),
  ];
}
