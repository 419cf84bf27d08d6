import { matchedPortraits, showsPortrait } from '../../steps/faces/match-setting.ts';
import type { FlowDocument } from '../flows/flow-document.ts';
import type { FlowWarningDefinition } from './flow-warning.ts';

export const nothingCompared: FlowWarningDefinition = {
  code: 'flow.nothing_compared',
  cause:
    'The flow takes a face or a document but does not compare it with anything, so the two can belong to different people.',
  remedy: 'Leave `match` of the selfie and of liveness unset, and give the flow a document with a portrait and a face.',
  find({ steps }) {
    const compared = new Set(steps.flatMap((step) => portraitsFor(step, steps)));
    return steps.flatMap((step, index) => {
      const pointer = `/steps/${index}`;
      if (step.type === 'selfie' && portraitsFor(step, steps).length === 0) {
        return [{ pointer: `${pointer}/config/match`, detail: `the face of ${step.id} is compared with no document` }];
      }
      if (step.type === 'document' && showsPortrait(step.config) && !compared.has(step.id)) {
        return [{ pointer, detail: `no face is compared with the portrait of ${step.id}` }];
      }
      return [];
    });
  },
};

/** Ids of the document steps whose portraits a step's face is compared with. */
function portraitsFor(step: FlowDocument['steps'][number], steps: FlowDocument['steps']): string[] {
  if (!('match' in step.config)) return [];
  // Sound alone shows no face to compare.
  if ('withVideo' in step.config && !step.config.withVideo) return [];
  const others = steps.filter(({ id }) => id !== step.id);
  return matchedPortraits(
    step.config.match,
    others.map(({ id, type, config }) => ({ stepId: id, type, config, traits: {} })),
    { followsSelfies: step.type !== 'selfie' },
  );
}
