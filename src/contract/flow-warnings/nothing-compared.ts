import type { FlowWarningDefinition } from './flow-warning.ts';

export const nothingCompared: FlowWarningDefinition = {
  code: 'flow.nothing_compared',
  cause: 'A face or a document is taken and compared with nothing, so they can belong to two people.',
  remedy: 'Set `match` of the selfie to the document step, and give the flow both.',
  find({ steps }) {
    const compared = new Set(steps.flatMap((step) => (step.type === 'selfie' ? [step.config.match ?? ''] : [])));
    return steps.flatMap((step, index) => {
      const pointer = `/steps/${index}`;
      if (step.type === 'selfie' && step.config.match === null) {
        return [{ pointer: `${pointer}/config/match`, detail: `the face of ${step.id} is compared with no document` }];
      }
      if (step.type === 'document' && !compared.has(step.id)) {
        return [{ pointer, detail: `no face is compared with the portrait of ${step.id}` }];
      }
      return [];
    });
  },
};
