import type { StepType } from '../domain/verifications/step-type.ts';
import { activeLivenessStep } from './active-liveness/index.ts';
import type { Step } from './define-step.ts';
import { documentStep } from './document/index.ts';
import { emailStep } from './email/index.ts';
import { locationStep } from './location/index.ts';
import { passiveLivenessStep } from './passive-liveness/index.ts';
import { phoneStep } from './phone/index.ts';
import { enhancedLivenessStep } from './enhanced-liveness/index.ts';
import { voiceLivenessStep } from './voice-liveness/index.ts';
import { selfieStep } from './selfie/index.ts';

/** The single list of step types with their behaviour. The compiler names a missing type. */
export const stepRegistry: Readonly<Record<StepType, Step>> = {
  document: documentStep,
  selfie: selfieStep,
  'passive-liveness': passiveLivenessStep,
  'active-liveness': activeLivenessStep,
  'voice-liveness': voiceLivenessStep,
  'enhanced-liveness': enhancedLivenessStep,
  phone: phoneStep,
  email: emailStep,
  location: locationStep,
};
