import { z } from 'zod';
import { exampleOf, named } from '../../steps/named-schema.ts';
import { idSchema } from '../../steps/value-schemas.ts';
import { defineRoute } from '../define-route.ts';
import { pageOf, pageQuery } from '../pagination.ts';
import { recordQuery } from '../record-query.ts';
import { tagUpdateSchema } from '../tag-update.ts';
import { sessionStepSchema, uploadedFileSchema } from '../sessions/session-step.ts';
import {
  reviewSchema,
  verificationListItemSchema,
  verificationSchema,
  verificationStatusSchema,
} from '../verification.ts';
import {
  serverInputFieldsSchema,
  serverSubmitSchema,
  startedVerificationSchema,
  verificationStartSchema,
} from '../sessions/verification-start.ts';

const params = z.object({ verificationId: idSchema('verification') });
const path = '/v2/verifications/{verificationId}';
const read = { tag: 'verifications', auth: 'apiTokenOrOperator', scopes: ['identities:read'] } as const;
const write = { tag: 'verifications', auth: 'apiTokenOrOperator', scopes: ['verifications:write'] } as const;

export const getVerificationRoute = defineRoute({
  ...read,
  operationId: 'getVerification',
  reads: 'verification.read',
  method: 'get',
  path,
  summary: 'Read a verification',
  params,
  responses: { 200: { description: 'The verification.', schema: verificationSchema } },
  errors: ['verification.not_found'],
});

export const listVerificationsRoute = defineRoute({
  ...read,
  operationId: 'listVerifications',
  reads: 'verification.listed',
  method: 'get',
  path: '/v2/verifications',
  summary: 'List verifications, newest first',
  query: z.object({
    ...pageQuery,
    status: verificationStatusSchema.optional(),
    flowId: idSchema('flow').optional(),
    identityId: idSchema('identity').optional(),
    assigneeId: z
      .union([idSchema('operator'), z.literal('none')])
      .optional()
      .meta({ description: 'Id of the operator to whom the case is assigned; `none` for unassigned cases.' }),
    ...recordQuery,
  }),
  responses: {
    200: {
      description: 'One page of the list.',
      schema: named('VerificationPage', pageOf(verificationListItemSchema), {
        description: 'One page of verifications.',
        example: { data: [exampleOf(verificationListItemSchema)], nextCursor: null },
      }),
    },
  },
});

export const startVerificationRoute = defineRoute({
  ...write,
  operationId: 'startVerification',
  method: 'post',
  path: '/v2/verifications',
  summary: 'Start a verification from the server',
  description:
    'Returns a hosted link for the person and a client token for the SDK. Use one of the two: once either is used, the ' +
    'other no longer works. The service sends `verification.started` at that moment, or when your server sends the first input.',
  body: verificationStartSchema,
  responses: {
    201: { description: 'The verification is ready for the person to begin.', schema: startedVerificationSchema },
  },
  errors: [
    'client.busy',
    'flow.disabled',
    'flow.not_found',
    'identity.not_found',
    'identity.not_reverifiable',
    'phone.provider_missing',
    'email.provider_missing',
    'enhanced_liveness.provider_missing',
    'session.return_url_not_allowed',
  ],
  idempotent: true,
});

export const reviewVerificationRoute = defineRoute({
  ...write,
  operationId: 'reviewVerification',
  reads: 'verification.read',
  method: 'post',
  path: `${path}/review`,
  summary: 'Submit a reviewer’s verdict',
  params,
  description:
    'Before it accepts `verified`, the service searches again for other identities with this face, document or contact, because ' +
    'some may have been verified after the automatic verdict, and for other verifications of the identity that were verified since ' +
    'and show another person. If it finds any, it answers ' +
    '`verification.duplicates_not_acknowledged` until the reviewer acknowledges them. The decision and the audit log record what the ' +
    'reviewer acknowledged.',
  body: reviewSchema,
  responses: { 200: { description: 'The verification, with both verdicts.', schema: verificationSchema } },
  errors: [
    'verification.not_found',
    'verification.not_finished',
    'verification.reviewed_meanwhile',
    'verification.duplicates_not_acknowledged',
  ],
});

export const updateVerificationRoute = defineRoute({
  ...write,
  operationId: 'updateVerification',
  reads: 'verification.read',
  method: 'patch',
  path,
  summary: 'Set the tags of a verification',
  params,
  body: named('VerificationUpdate', tagUpdateSchema, {
    description: 'Either the complete list of tags, or those to add and to remove.',
    example: { tags: ['second look'] },
  }),
  responses: { 200: { description: 'The verification.', schema: verificationSchema } },
  errors: ['verification.not_found'],
});

export const getReportRoute = defineRoute({
  ...read,
  scopes: ['identities:read', 'media:read'],
  operationId: 'getReport',
  reads: 'verification.report_read',
  method: 'get',
  path: `${path}/report.pdf`,
  summary: 'Read the report with pictures and checks',
  description:
    'The token also needs `media:read`, because the report shows pictures of the documents and of the person.',
  params,
  responses: { 200: { description: 'The report.', contentType: 'application/pdf' } },
  errors: ['media.damaged', 'verification.not_found', 'verification.not_finished', 'encryption.sealed'],
});

export const addInputRoute = defineRoute({
  ...write,
  operationId: 'addInput',
  method: 'post',
  path: `${path}/inputs`,
  summary: 'Upload a file of a step from the server',
  description: 'The service marks these files `origin: server` and refuses them for liveness steps.',
  params,
  multipart: {
    fields: serverInputFieldsSchema,
    fileField: 'file',
    description: 'Send the fields first, then the file.',
  },
  responses: { 201: { description: 'The file is stored.', schema: uploadedFileSchema } },
  errors: [
    'consent.required',
    'media.not_found',
    'file.too_large',
    'file.unsupported_type',
    'file.unreadable_image',
    'file.too_many_pixels',
    'file.unreadable_pdf',
    'file.encrypted_pdf',
    'file.too_many_pages',
    'file.page_too_large',
    'step.camera_required',
    'step.file_kind_not_accepted',
    'step.not_found',
    'step.not_waiting',
    'step.origin_refused',
    'step.too_many_files',
    'storage.full',
    'verification.inputs_closed',
    'verification.not_found',
  ],
  idempotent: true,
});

export const submitInputRoute = defineRoute({
  ...write,
  operationId: 'submitInput',
  method: 'post',
  path: `${path}/submit`,
  summary: 'Submit a step from the server',
  params,
  body: serverSubmitSchema,
  responses: { 202: { description: 'The service has started the checks of this step.', schema: sessionStepSchema } },
  errors: [
    'consent.required',
    'step.code_not_verified',
    'step.document_not_accepted',
    'step.files_missing',
    'step.not_found',
    'step.not_waiting',
    'step.origin_refused',
    'verification.inputs_closed',
    'verification.not_found',
  ],
  idempotent: true,
});

export const deleteVerificationRoute = defineRoute({
  ...write,
  operationId: 'deleteVerification',
  method: 'delete',
  path,
  summary: 'Erase a verification',
  params,
  responses: { 204: { description: 'Erased.' } },
  errors: ['verification.not_found'],
});
