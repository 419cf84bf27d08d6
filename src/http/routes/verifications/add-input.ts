import { createHash } from 'node:crypto';
import { addInputRoute } from '../../../contract/routes/verifications.ts';
import type { Upload } from '../../../domain/media/media.ts';
import { uploadedFileOf } from '../../../services/verifications/session-state.ts';
import { digestUpload } from '../../../services/objects/store-upload.ts';
import type { createGiveInputs } from '../../../services/steps/give-inputs.ts';
import { bindRoute, respond } from '../../bound-route.ts';
import { largestReplayBytes, readMultipart } from '../../read-multipart.ts';

export function bindAddInput({ addInput }: Pick<ReturnType<typeof createGiveInputs>, 'addInput'>) {
  return bindRoute(addInputRoute, async ({ caller, input: { params }, raw, effect }) => {
    const { fields, source } = await readMultipart(raw, addInputRoute);
    const { stepId, kind } = fields;
    const withFields = (digest: Buffer) => createHash('sha256').update(`${stepId}:${kind}:`).update(digest).digest();
    const replayed = await effect.replayFor(async () => withFields(await digestUpload(source, largestReplayBytes)));
    if (replayed !== null) return replayed as ReturnType<typeof answerOf>;

    const answered = effect.answering(answerOf);
    // The same file for another step or as another kind is another request.
    const record: typeof answered.record = (tx, media, digest) =>
      answered.record(tx, media, digest && withFields(digest));
    const file = { stepId, kind, source };
    return answerOf(await addInput(caller, params.verificationId, file, { ...answered, record }));
  });
}

const answerOf = (media: Upload) => respond(201, uploadedFileOf(media));
