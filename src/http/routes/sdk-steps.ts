import { captureClaimOf } from '../../contract/sessions/capture-claim.ts';
import {
  createChallengeRoute,
  finishRecordingRoute,
  sendChunkRoute,
  waitForPromptsRoute,
} from '../../contract/routes/sdk-recordings.ts';
import {
  checkCodeRoute,
  deleteFileRoute,
  sendCodeRoute,
  skipStepRoute,
  submitStepRoute,
  uploadFileRoute,
} from '../../contract/routes/sdk-steps.ts';
import type { SessionStep } from '../../contract/sessions/session-step.ts';
import type { Challenge } from '../../domain/verifications/challenge.ts';
import type { createCheckCode } from '../../services/codes/check-code.ts';
import type { SentCode, createSendCode } from '../../services/codes/send-code.ts';
import type { createAcceptFile } from '../../services/steps/accept-file.ts';
import type { createDeleteFile } from '../../services/steps/delete-file.ts';
import type { createDrawChallenge } from '../../services/steps/draw-challenge.ts';
import type { createFinishRecording } from '../../services/steps/finish-recording.ts';
import type { createSkipStep } from '../../services/steps/skip-step.ts';
import type { createSubmitStep } from '../../services/steps/submit-step.ts';
import type { createTakeChunk, RecordingProgress } from '../../services/steps/take-chunk.ts';
import type { createWaitForPrompts } from '../../services/steps/wait-for-prompts.ts';
import { challengeOf } from '../../services/verifications/session-state.ts';
import { hexOfColour } from '../../domain/verifications/light-colours.ts';
import { respondToUpload, uploadedResponseOf } from '../responses/uploaded-response.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';
import { readMultipart } from '../read-multipart.ts';

export interface StepRouteUseCases {
  acceptFile: ReturnType<typeof createAcceptFile>;
  deleteFile: ReturnType<typeof createDeleteFile>;
  drawChallenge: ReturnType<typeof createDrawChallenge>;
  takeChunk: ReturnType<typeof createTakeChunk>;
  waitForPrompts: ReturnType<typeof createWaitForPrompts>;
  finishRecording: ReturnType<typeof createFinishRecording>;
  submitStep: ReturnType<typeof createSubmitStep>;
  skipStep: ReturnType<typeof createSkipStep>;
  sendCode: ReturnType<typeof createSendCode>;
  checkCode: ReturnType<typeof createCheckCode>;
}

/** One step of a session: its files, codes and challenges, and its submit. */
export function stepRoutes(steps: StepRouteUseCases): BoundRoute[] {
  return [
    bindRoute(uploadFileRoute, async ({ caller, input: { params }, raw, effect }) => {
      const { fields, source } = await readMultipart(raw, uploadFileRoute);
      const { kind, challengeId = null, country = null } = fields;
      const capture = captureClaimOf(fields.capture);
      const file = { kind, challengeId, capture, country, source };
      return respondToUpload(effect, { fields: `${kind}:${challengeId ?? ''}:`, source }, (recorded) =>
        steps.acceptFile(caller, params.stepId, file, recorded),
      );
    }),

    bindRoute(deleteFileRoute, async ({ caller, input: { params } }) => {
      await steps.deleteFile(caller, params.stepId, params.mediaId);
      return respond(204);
    }),

    bindRoute(createChallengeRoute, async ({ caller, input: { params, query }, effect }) => {
      const wish = { light: query.light === 'on' };
      const responseOf = (challenge: Challenge) => respond(201, challengeOf(challenge));
      return responseOf(await steps.drawChallenge(caller, params.stepId, wish, effect.storing(responseOf)));
    }),

    bindRoute(sendChunkRoute, async ({ caller, input: { params }, raw }) => {
      const { fields, source } = await readMultipart(raw, sendChunkRoute);
      return respond(200, progressOf(await steps.takeChunk(caller, params.stepId, { ...fields, source })));
    }),

    bindRoute(waitForPromptsRoute, async ({ caller, input: { params, query } }) =>
      respond(200, progressOf(await steps.waitForPrompts(caller, params.stepId, query))),
    ),

    bindRoute(finishRecordingRoute, async ({ caller, input: { params, body }, effect }) => {
      const finished = { ...body, capture: body.capture ?? null };
      return uploadedResponseOf(
        await steps.finishRecording(caller, params.stepId, finished, effect.storing(uploadedResponseOf)),
      );
    }),

    bindRoute(submitStepRoute, async ({ caller, input: { params, body }, effect }) => {
      const responseOf = (step: SessionStep) => respond(202, step);
      return responseOf(await steps.submitStep(caller, params.stepId, body, effect.storing(responseOf)));
    }),

    bindRoute(skipStepRoute, async ({ caller, input: { params } }) =>
      respond(200, await steps.skipStep(caller, params.stepId)),
    ),

    bindRoute(sendCodeRoute, async ({ caller, input: { params, body }, address, effect }) => {
      const responseOf = (sent: SentCode) => respond(202, sent);
      const press = { stepId: params.stepId, body, networkAddress: address };
      return responseOf(await steps.sendCode(caller, press, effect.storing(responseOf)));
    }),

    bindRoute(checkCodeRoute, async ({ caller, input: { params, body }, address }) =>
      respond(200, await steps.checkCode(caller, { stepId: params.stepId, typed: body.code, networkAddress: address })),
    ),
  ];
}

const progressOf = ({ challengeId, prompts, colours, chunkCount }: RecordingProgress) => ({
  challengeId,
  prompts: prompts.map(({ action }, promptIndex) => ({ promptIndex, action })),
  colours: colours.map(hexOfColour),
  chunkCount,
});
