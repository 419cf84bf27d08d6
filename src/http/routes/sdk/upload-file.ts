import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { findFaults } from '../../../contract/faults.ts';
import type { RouteFields } from '../../../contract/define-route.ts';
import { uploadFileRoute } from '../../../contract/routes/sdk-steps.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Upload } from '../../../domain/media.ts';
import type { createAcceptFile } from '../../../services/accept-file.ts';
import { digestUpload } from '../../../services/store-upload.ts';
import { uploadedFileOf } from '../../../services/session-state.ts';
import { bindRoute, respond } from '../../bound-route.ts';

/** A repeated upload is read to its end, and no further than any file may be long. */
const largestReplayBytes = 50_000_000;

export function bindUploadFile(acceptFile: ReturnType<typeof createAcceptFile>) {
  return bindRoute(uploadFileRoute, async ({ caller, input: { params }, raw, effect }) => {
    const { fields, source } = await readMultipart(raw);
    const { kind, challengeId = null } = fields;
    const ofKind = (digest: Buffer) =>
      createHash('sha256')
        .update(`${kind}:${challengeId ?? ''}:`)
        .update(digest)
        .digest();
    const replayed = await effect.replayFor(async () => ofKind(await digestUpload(source, largestReplayBytes)));
    if (replayed !== null) return replayed as ReturnType<typeof answerOf>;

    const answered = effect.answering(answerOf);
    // The same file as another kind or for another challenge is another request.
    const record: typeof answered.record = (tx, media, digest) => answered.record(tx, media, digest && ofKind(digest));
    return answerOf(await acceptFile(caller, params.stepId, { kind, challengeId, source }, { ...answered, record }));
  });
}

const answerOf = (media: Upload) => respond(201, uploadedFileOf(media));

/** The fields, then the file as a stream: it must come last, so that nothing has to wait in memory. */
async function readMultipart(
  raw: FastifyRequest,
): Promise<{ fields: RouteFields<typeof uploadFileRoute>; source: AsyncIterable<Buffer> }> {
  if (!raw.isMultipart()) throw new Problem('request.unsupported_media_type');
  const given: Record<string, unknown> = {};
  try {
    for await (const part of raw.parts()) {
      if (part.type === 'field') {
        given[part.fieldname] = part.value;
        continue;
      }
      const { multipart } = uploadFileRoute;
      const fields = multipart.fields.safeParse(given);
      if (part.fieldname !== multipart.fileField || !fields.success) {
        part.file.resume();
        throw new Problem('request.invalid', {
          errors: fields.success
            ? [{ pointer: `/${part.fieldname}`, code: 'value.unknown_key', detail: 'is not known here' }]
            : findFaults(fields.error),
        });
      }
      return { fields: fields.data, source: part.file };
    }
  } catch (error) {
    throw error instanceof Problem || !(error instanceof Error) || 'code' in error ? error : malformedForm(error);
  }
  throw new Problem('request.invalid', { errors: [{ pointer: '/file', code: 'value.missing', detail: 'is missing' }] });
}

/** What the form's parser says without a code. */
function malformedForm(error: Error): Problem {
  return error.message.includes('nexpected end')
    ? new Problem('upload.incomplete', { cause: error })
    : new Problem('request.invalid', { detail: 'The form is not well formed.', cause: error });
}
