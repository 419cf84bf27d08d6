import type { StepType } from '../domain/verifications/step-type.ts';
import { activeLivenessSchema } from './active-liveness/schema.ts';
import type { StepSchema } from './define-step-schema.ts';
import { documentSchema } from './document/schema.ts';
import { emailSchema } from './email/schema.ts';
import { enhancedLivenessSchema } from './enhanced-liveness/schema.ts';
import { locationSchema } from './location/schema.ts';
import { passiveLivenessSchema } from './passive-liveness/schema.ts';
import { phoneSchema } from './phone/schema.ts';
import { selfieSchema } from './selfie/schema.ts';
import { voiceLivenessSchema } from './voice-liveness/schema.ts';

/** The single list of step types with their wire schemas. The compiler names a missing type. */
export const stepSchemas = {
  document: documentSchema,
  selfie: selfieSchema,
  'passive-liveness': passiveLivenessSchema,
  'active-liveness': activeLivenessSchema,
  'voice-liveness': voiceLivenessSchema,
  'enhanced-liveness': enhancedLivenessSchema,
  phone: phoneSchema,
  email: emailSchema,
  location: locationSchema,
} as const satisfies { readonly [T in StepType]: StepSchema & { type: T } };

export type StepSchemas = typeof stepSchemas;
