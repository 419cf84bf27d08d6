import type { DocumentType } from '../../../domain/documents/document-type.ts';
import type { FlowFault } from '../../flow-fault.ts';

/** A film of a tilted document needs a camera, and a document that is a card or a page of a booklet. */
export function findPresenceFaults({
  presence,
  presenceLifts,
  capture,
  accept,
}: {
  presence: string;
  presenceLifts: string;
  capture: string;
  accept: readonly { type: DocumentType }[];
}): FlowFault[] {
  if (presence === 'off') {
    const detail = 'without a film, nothing removes a doubt: set `presence`, too';
    return presenceLifts === 'nothing' ? [] : [{ path: ['presenceLifts'], code: 'value.not_valid', detail }];
  }
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
