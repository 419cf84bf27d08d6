import { createHash } from 'node:crypto';
import { uploadFileRoute } from '../../../contract/routes/sdk-steps.ts';
import type { Upload } from '../../../domain/media/media.ts';
import type { createAcceptFile } from '../../../services/steps/accept-file.ts';
import { digestUpload } from '../../../services/objects/store-upload.ts';
import { uploadedFileOf } from '../../../services/verifications/session-state.ts';
import { bindRoute, respond } from '../../bound-route.ts';
import { largestReplayBytes, readMultipart } from '../../read-multipart.ts';

export function bindUploadFile(acceptFile: ReturnType<typeof createAcceptFile>) {
  return bindRoute(uploadFileRoute, async ({ caller, input: { params }, raw, effect }) => {
    const { fields, source } = await readMultipart(raw, uploadFileRoute);
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
