import type { FlowWarningDefinition } from './flow-warning.ts';

export const duplicatesNotSearched: FlowWarningDefinition = {
  code: 'flow.duplicates_not_searched',
  cause: 'The flow reads no document and does not search the enrolled faces, so one person can have many identities.',
  remedy: 'Add a document step, or set `searchDuplicates` of the selfie with its consent.',
  find: ({ steps }) =>
    steps.some((step) => step.type === 'document' || (step.type === 'selfie' && step.config.searchDuplicates))
      ? []
      : [{ pointer: '/steps', detail: 'no step finds a person who has another identity' }],
};
