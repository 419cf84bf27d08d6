import type { SessionStep } from '../../contract/sessions/session-step.ts';
import type { ApiCaller } from '../../domain/operators/client.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Upload } from '../../domain/media/media.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { AcceptFile, UploadedFile } from './accept-file.ts';
import type { ServerSession } from './step-in-session.ts';
import type { SubmitStep } from './submit-step.ts';

/**
 * The host's server submits what its person entered. This works as it does for the device, but the input is marked, and steps that show the
 * person's presence refuse it.
 */
export function createServerInputUseCases({
  db,
  acceptFile,
  submitStep,
}: {
  db: Pick<Database, 'verifications'>;
  acceptFile: AcceptFile;
  submitStep: SubmitStep;
}) {
  async function openServerSession({ clientId }: ApiCaller, verificationId: string): Promise<ServerSession> {
    const verification = await db.verifications.find(clientId, verificationId);
    if (verification === null || verification.status === 'deleted') throw new Problem('verification.not_found');
    return { verificationId, open: verification.status === 'pending', origin: 'server' };
  }

  return {
    addInput: async (
      caller: ApiCaller,
      verificationId: string,
      { stepId, ...upload }: Pick<UploadedFile, 'kind' | 'source'> & { stepId: string },
      effect: Effect<Upload> = unrecorded,
    ): Promise<Upload> => {
      const session = await openServerSession(caller, verificationId);
      return inServerWords(() => acceptFile(session, stepId, { ...upload, challengeId: null, capture: null }, effect));
    },

    submitInput: async (
      caller: ApiCaller,
      verificationId: string,
      { stepId, input }: { stepId: string; input: unknown },
      effect: Effect<SessionStep> = unrecorded,
    ): Promise<SessionStep> => {
      const session = await openServerSession(caller, verificationId);
      return inServerWords(() => submitStep(session, stepId, input, effect));
    },
  };
}

/** The backend has no session that could have ended. */
async function inServerWords<T>(give: () => Promise<T>): Promise<T> {
  try {
    return await give();
  } catch (error) {
    throw error instanceof Problem && error.code === 'session.ended'
      ? new Problem('verification.inputs_closed', { cause: error })
      : error;
  }
}
