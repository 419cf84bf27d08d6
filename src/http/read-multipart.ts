import type { FastifyRequest } from 'fastify';
import { findFaults } from '../contract/problems/faults.ts';
import type { MultipartBody, RouteFields } from '../contract/define-route.ts';
import { Problem } from '../domain/faults/errors.ts';
import { refuseUnstorableText } from './problem-replies.ts';

/** The fields, then the file as a stream. The file must come last, so that nothing has to wait in memory. */
export async function readMultipart<R extends { multipart: MultipartBody }>(
  raw: FastifyRequest,
  { multipart }: R,
): Promise<{ fields: RouteFields<R>; source: AsyncIterable<Buffer> }> {
  if (!raw.isMultipart()) throw new Problem('request.unsupported_media_type');
  const given: Record<string, unknown> = {};
  try {
    for await (const part of raw.parts()) {
      if (part.type === 'field') {
        given[part.fieldname] = part.value;
        continue;
      }
      refuseUnstorableText(given, 'body');
      const fields = multipart.fields.safeParse(given);
      if (part.fieldname !== multipart.fileField || !fields.success) {
        part.file.resume();
        throw new Problem('request.invalid', {
          errors: fields.success
            ? [{ pointer: `/${part.fieldname}`, code: 'value.unknown_key', detail: 'is not known here' }]
            : findFaults(fields.error),
        });
      }
      return { fields: fields.data as RouteFields<R>, source: part.file }; // Parsed by the route's own schema.
    }
  } catch (error) {
    throw error instanceof Problem || !(error instanceof Error) || 'code' in error ? error : malformedForm(error);
  }
  throw new Problem('request.invalid', { errors: [{ pointer: '/file', code: 'value.missing', detail: 'is missing' }] });
}

/** The form parser's errors without a code. */
function malformedForm(error: Error): Problem {
  return error.message.includes('nexpected end')
    ? new Problem('upload.incomplete', { cause: error })
    : new Problem('request.invalid', { detail: 'The form is not well formed.', cause: error });
}
