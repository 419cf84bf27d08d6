import type { FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import { consent } from './consent.ts';

/** Active liveness as flows have it by default: three prompts, then the light. */
export const recordedStep = { id: 'alive', type: 'active-liveness', config: { promptCount: 3 } } as const;

/** Each recording is one verification with one attempt: a recording that fails counts, and is not repeated until one passes. */
export const recordedFlow: FlowDocumentInput = {
  consent: { version: consent.version, texts: { en: consent.text } },
  steps: [recordedStep],
  maxAttemptsPerStep: 1,
};
