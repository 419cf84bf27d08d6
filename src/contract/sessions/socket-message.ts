import { z } from 'zod';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { exampleId, idSchema, stepIdSchema, timestampSchema } from '../../steps/value-schemas.ts';
import { promptActionSchema, screenColourSchema, sessionStepSchema } from './session-step.ts';

/**
 * Messages of `GET /v2/sdk/session/live`, all from the server. Sequence numbers grow from message to message; messages for other devices
 * are left out.
 */
const envelope = { sequence: z.number().int().min(1), at: timestampSchema };
const example = { sequence: 5, at: '2026-03-01T09:31:12.480Z' };

export const stepUpdatedMessageSchema = named(
  'StepUpdatedMessage',
  z.object({ ...envelope, type: z.literal('step.updated'), step: sessionStepSchema }),
  {
    description: 'The state of a step has changed.',
    example: { ...example, type: 'step.updated', step: exampleOf(sessionStepSchema) },
  },
);

export const challengePromptMessageSchema = named(
  'ChallengePromptMessage',
  z.object({
    ...envelope,
    type: z.literal('challenge.prompt'),
    stepId: stepIdSchema,
    challengeId: idSchema('challenge'),
    promptIndex: z.number().int().min(0).max(9),
    action: promptActionSchema,
  }),
  {
    description: 'Show this prompt to the person now.',
    example: {
      ...example,
      type: 'challenge.prompt',
      stepId: 'liveness',
      challengeId: exampleId('challenge'),
      promptIndex: 0,
      action: 'turn-left',
    },
  },
);

export const challengeColourMessageSchema = named(
  'ChallengeColourMessage',
  z.object({
    ...envelope,
    type: z.literal('challenge.colour'),
    stepId: stepIdSchema,
    challengeId: idSchema('challenge'),
    colourIndex: z.number().int().min(0).max(19),
    colour: screenColourSchema,
  }),
  {
    description: 'Show this colour now. Sent only if the challenge was requested with `light=on`.',
    example: {
      ...example,
      type: 'challenge.colour',
      stepId: 'liveness',
      challengeId: exampleId('challenge'),
      colourIndex: 0,
      colour: '#f3a159',
    },
  },
);

export const verificationFinishedMessageSchema = named(
  'VerificationFinishedMessage',
  z.object({
    ...envelope,
    type: z.literal('verification.finished'),
    identityId: idSchema('identity'),
    verificationId: idSchema('verification'),
    outcome: z
      .enum(['inputsCompleted', 'cancelled', 'expired'])
      .meta({ description: 'Why the session needs no more input. Only the backend sees the verdict.' }),
  }),
  {
    description: 'The person has nothing more to do.',
    example: {
      ...example,
      type: 'verification.finished',
      identityId: exampleId('identity'),
      verificationId: exampleId('verification'),
      outcome: 'inputsCompleted',
    },
  },
);

export const sessionReplacedMessageSchema = named(
  'SessionReplacedMessage',
  z.object({ ...envelope, type: z.literal('session.replaced') }),
  { description: 'The session continues on another device.', example: { ...example, type: 'session.replaced' } },
);

export const socketMessageSchema = z
  .discriminatedUnion('type', [
    stepUpdatedMessageSchema,
    challengePromptMessageSchema,
    challengeColourMessageSchema,
    verificationFinishedMessageSchema,
    sessionReplacedMessageSchema,
  ])
  .meta({ id: 'SocketMessage', description: 'A message on the session’s socket.' });

export type SocketMessage = z.output<typeof socketMessageSchema>;
/** Before the database assigns its sequence number: everything except the envelope. */
export type NewSocketMessage = {
  [T in SocketMessage['type']]: Omit<Extract<SocketMessage, { type: T }>, 'sequence' | 'at'>;
}[SocketMessage['type']];
