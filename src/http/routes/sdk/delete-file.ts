import { deleteFileRoute } from '../../../contract/routes/sdk-steps.ts';
import type { createDeleteFile } from '../../../services/steps/delete-file.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindDeleteFile(deleteFile: ReturnType<typeof createDeleteFile>) {
  return bindRoute(deleteFileRoute, async ({ caller, input: { params } }) => {
    await deleteFile(caller, params.stepId, params.mediaId);
    return respond(204);
  });
}
