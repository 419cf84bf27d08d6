import type { FlowDocumentInput } from '../../contract/flows/flow-document.ts';

/**
 * The flow with which a client begins: it has no warning (docs/error-codes.md) where every part is installed. Clients that take files, or
 * for which a picture of the face is enough, change it and see the warning.
 */
export const firstFlow: FlowDocumentInput = {
  steps: [
    {
      id: 'document',
      type: 'document',
      config: {
        accept: [{ type: 'passport' }, { type: 'national-id' }, { type: 'driving-license' }],
        capture: 'camera',
      },
    },
    { id: 'selfie', type: 'selfie', config: { match: 'document', capture: 'camera' } },
    { id: 'liveness', type: 'passive-liveness', config: { reuseSelfieOf: 'selfie' } },
    { id: 'movements', type: 'active-liveness', config: {} },
  ],
};
