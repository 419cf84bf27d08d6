import type { FlowStep } from '../flows/flow-document.ts';
import type { FlowWarningDefinition } from './flow-warning.ts';

export const duplicatesNotSearched: FlowWarningDefinition = {
  code: 'flow.duplicates_not_searched',
  cause:
    'The flow does not search the enrolled faces, and reads no document or accepts letters, which many people share, so one person can have many identities.',
  remedy:
    'Add a document step that accepts identity documents alone, or set `searchDuplicates` of the selfie with its consent.',
  find: ({ steps }) =>
    steps.some(searches) ? [] : [{ pointer: '/steps', detail: 'no step finds a person who has another identity' }],
};

/** If a step also accepts letters and the person shows one, the service does not search for duplicates. */
function searches(step: FlowStep): boolean {
  if (step.type === 'selfie') return step.config.searchDuplicates;
  return step.type === 'document' && step.config.accept.every(({ type }) => type !== 'proof-of-residency');
}
