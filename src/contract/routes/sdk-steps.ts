import { z } from 'zod';
import { idSchema, stepIdSchema } from '../../steps/value-schemas.ts';
import { fileFieldsSchema } from '../sessions/capture-claim.ts';
import { defineRoute } from '../define-route.ts';
import {
  codeCheckedSchema,
  codeCheckSchema,
  codeRequestSchema,
  codeSentSchema,
  sessionStepSchema,
  stepSubmitSchema,
  uploadedFileSchema,
} from '../sessions/session-step.ts';

const stepParams = z.object({ stepId: stepIdSchema });
const stepPath = '/v2/sdk/session/steps/{stepId}';
const sdk = { tag: 'sdk', auth: 'session' } as const;

export const uploadFileRoute = defineRoute({
  ...sdk,
  operationId: 'uploadFile',
  method: 'post',
  path: `${stepPath}/files`,
  summary: 'Upload a photo, PDF, video or recording',
  description:
    'The service detects the type by content, not by name. With an Idempotency-Key, a repeated upload creates only one file. A recording for active or voice liveness and the video of a tilted document come in chunks instead.',
  params: stepParams,
  multipart: {
    fields: fileFieldsSchema,
    fileField: 'file',
    description: 'Send the fields first, then the file.',
  },
  responses: {
    201: {
      description: 'The file is stored; its quality is known or follows on the socket.',
      schema: uploadedFileSchema,
    },
  },
  errors: [
    'challenge.chunks_required',
    'challenge.expired',
    'challenge.not_found',
    'challenge.required',
    'challenge.used',
    'consent.required',
    'file.encrypted_pdf',
    'file.page_too_large',
    'file.too_large',
    'file.too_long',
    'file.too_many_pages',
    'file.too_many_pixels',
    'file.unreadable_audio',
    'file.unreadable_image',
    'file.unreadable_pdf',
    'file.unreadable_video',
    'file.unsupported_type',
    'media.not_found',
    'session.ended',
    'step.camera_required',
    'step.file_kind_not_accepted',
    'step.not_found',
    'step.not_waiting',
    'step.too_many_files',
    'storage.full',
  ],
  idempotent: true,
});

export const deleteFileRoute = defineRoute({
  ...sdk,
  operationId: 'deleteFile',
  method: 'delete',
  path: `${stepPath}/files/{mediaId}`,
  summary: 'Delete a file before the submit',
  params: z.object({ stepId: stepIdSchema, mediaId: idSchema('media') }),
  responses: { 204: { description: 'The service has deleted the file.' } },
  errors: ['media.not_found', 'session.ended', 'step.not_found', 'step.not_waiting'],
});

export const submitStepRoute = defineRoute({
  ...sdk,
  operationId: 'submitStep',
  method: 'post',
  path: `${stepPath}/submit`,
  summary: 'Submit a step',
  params: stepParams,
  body: stepSubmitSchema,
  responses: { 202: { description: 'The service has started the checks of this step.', schema: sessionStepSchema } },
  errors: [
    'challenge.required',
    'consent.required',
    'session.ended',
    'step.code_not_verified',
    'step.document_not_accepted',
    'step.files_missing',
    'step.not_found',
    'step.not_waiting',
  ],
  idempotent: true,
});

export const sendCodeRoute = defineRoute({
  ...sdk,
  operationId: 'sendCode',
  method: 'post',
  path: `${stepPath}/code`,
  summary: 'Send a code by SMS or email',
  params: stepParams,
  body: codeRequestSchema,
  responses: { 202: { description: 'The code is on its way.', schema: codeSentSchema } },
  errors: [
    'code.resend_too_early',
    'code.too_many_sends',
    'email.disposable_domain',
    'email.invalid_address',
    'email.provider_missing',
    'email.send_limited',
    'email.unknown_domain',
    'phone.country_not_allowed',
    'phone.invalid_number',
    'phone.not_mobile',
    'phone.provider_missing',
    'phone.send_limited',
    'session.ended',
    'step.not_found',
    'step.not_waiting',
    'step.route_not_applicable',
  ],
  idempotent: true,
});

export const checkCodeRoute = defineRoute({
  ...sdk,
  operationId: 'checkCode',
  method: 'post',
  path: `${stepPath}/code/check`,
  summary: 'Check the code that the person typed',
  params: stepParams,
  body: codeCheckSchema,
  responses: {
    200: { description: 'Whether the code was right, and how many attempts are left.', schema: codeCheckedSchema },
  },
  errors: [
    'code.expired',
    'code.not_requested',
    'code.tries_used_up',
    'code.used',
    'session.ended',
    'step.not_found',
    'step.not_waiting',
    'step.route_not_applicable',
  ],
});

export const skipStepRoute = defineRoute({
  ...sdk,
  operationId: 'skipStep',
  method: 'post',
  path: `${stepPath}/skip`,
  summary: 'Skip an optional step',
  params: stepParams,
  responses: { 200: { description: 'The step is skipped.', schema: sessionStepSchema } },
  errors: ['session.ended', 'step.not_found', 'step.not_skippable', 'step.not_waiting'],
});
