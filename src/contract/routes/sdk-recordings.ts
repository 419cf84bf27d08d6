import { z } from 'zod';
import { exampleId, idSchema, stepIdSchema } from '../../steps/value-schemas.ts';
import { captureClaimSchema, chunkFieldsSchema } from '../sessions/capture-claim.ts';
import { defineRoute } from '../define-route.ts';
import { challengeSchema, recordingProgressSchema, uploadedFileSchema } from '../sessions/session-step.ts';

const stepParams = z.object({ stepId: stepIdSchema });
const stepPath = '/v2/sdk/session/steps/{stepId}';
const sdk = { tag: 'sdk', auth: 'session' } as const;

export const createChallengeRoute = defineRoute({
  ...sdk,
  operationId: 'createChallenge',
  method: 'post',
  path: `${stepPath}/challenge`,
  summary: 'Request a challenge for a recording',
  description:
    'Replaces the previous challenge. For active liveness and the video of a tilted document, open the camera before you request the challenge, then start recording at once and send chunks. The prompts come one at a time.',
  params: stepParams,
  query: z.object({
    light: z.enum(['on', 'off']).default('off').meta({
      description:
        'With `on`, colours follow the prompts if the flow asks for them. Send it only from a device that can show them, and only after the person has agreed.',
    }),
  }),
  responses: { 201: { description: 'The challenge. It works once and expires soon.', schema: challengeSchema } },
  errors: [
    'challenge.too_many',
    'consent.required',
    'enhanced_liveness.provider_missing',
    'session.ended',
    'step.not_found',
    'step.not_waiting',
    'step.route_not_applicable',
  ],
  idempotent: true,
});

const ofRecording = [
  'challenge.expired',
  'challenge.not_found',
  'challenge.used',
  'consent.required',
  'session.ended',
  'step.not_found',
  'step.not_waiting',
  'step.route_not_applicable',
] as const;

export const sendChunkRoute = defineRoute({
  ...sdk,
  operationId: 'sendChunk',
  method: 'post',
  path: `${stepPath}/chunks`,
  summary: 'Send the next part of a recording while it is made',
  description:
    'For active and voice liveness and the video of a tilted document. Number the chunks from 0 and send them in order, at most 2 MB each. The first chunk starts the prompts, if there are any. If it has at least 64 bytes, the service checks the type of the recording with it; otherwise, at its end. Sending the same chunk again changes nothing.',
  params: stepParams,
  multipart: {
    fields: chunkFieldsSchema,
    fileField: 'file',
    description: 'Send the fields first, then the bytes of the chunk.',
  },
  responses: { 200: { description: 'The chunk is stored.', schema: recordingProgressSchema } },
  errors: [
    ...ofRecording,
    'challenge.chunk_differs',
    'challenge.chunk_missing',
    'file.too_large',
    'file.unsupported_type',
    'storage.full',
  ],
});

export const waitForPromptsRoute = defineRoute({
  ...sdk,
  operationId: 'waitForPrompts',
  method: 'get',
  path: `${stepPath}/prompts`,
  summary: 'Wait for the next prompt of a recording',
  description:
    'For devices without a socket. The service answers when there are more prompts and colours than `known`, and after eight seconds at the latest.',
  params: stepParams,
  query: z.object({
    challengeId: idSchema('challenge'),
    known: z.coerce
      .number()
      .int()
      .min(0)
      .max(30)
      .default(0)
      .meta({
        description: 'Prompts and colours that the device has.',
        examples: [1],
      }),
  }),
  responses: { 200: { description: 'The prompts so far.', schema: recordingProgressSchema } },
  errors: [...ofRecording],
});

export const finishRecordingRoute = defineRoute({
  ...sdk,
  operationId: 'finishRecording',
  method: 'post',
  path: `${stepPath}/recording`,
  summary: 'Finish a recording that was sent in chunks',
  description: 'Joins the chunks into one file. The number of chunks and the hash must match what arrived.',
  params: stepParams,
  body: z
    .object({
      challengeId: idSchema('challenge'),
      chunkCount: z.number().int().min(1).max(200),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .max(64)
        .meta({ description: 'SHA-256 of the whole recording, in hexadecimal digits.' }),
      capture: captureClaimSchema.optional(),
    })
    .meta({
      id: 'FinishedRecording',
      description: 'The recording that the chunks make up.',
      examples: [{ challengeId: exampleId('challenge'), chunkCount: 18, sha256: 'a'.repeat(64) }],
    }),
  responses: {
    201: {
      description: 'The file is stored; its quality is known or follows on the socket.',
      schema: uploadedFileSchema,
    },
  },
  errors: [
    ...ofRecording,
    'challenge.recording_incomplete',
    'file.too_large',
    'file.too_long',
    'file.unreadable_audio',
    'file.unreadable_video',
    'file.unsupported_type',
    'media.not_found',
    'step.camera_required',
    'step.too_many_files',
    'storage.full',
  ],
  idempotent: true,
});
