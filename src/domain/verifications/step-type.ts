/** The step types of flows. A new step type is a word here, a folder in `steps/` and a line in its registry. */
export const stepTypes = [
  'document',
  'selfie',
  'passive-liveness',
  'active-liveness',
  'voice-liveness',
  'enhanced-liveness',
  'phone',
  'email',
  'location',
] as const;

export type StepType = (typeof stepTypes)[number];
