import {
  addInputRoute,
  deleteVerificationRoute,
  getReportRoute,
  getVerificationRoute,
  listVerificationsRoute,
  reviewVerificationRoute,
  startVerificationRoute,
  submitInputRoute,
  updateVerificationRoute,
} from '../../contract/routes/verifications.ts';
import type { SessionStep } from '../../contract/sessions/session-step.ts';
import type { createEraseVerification } from '../../services/erasure/erase-verification.ts';
import type { PreparedVerification, createStartVerification } from '../../services/starts/start-verification.ts';
import type { createServerInputUseCases } from '../../services/steps/server-inputs.ts';
import type { createReadReport } from '../../services/verifications/read-report.ts';
import type { createReviewVerification } from '../../services/verifications/review-verification.ts';
import type { VerificationUseCases } from '../../services/verifications/verifications.ts';
import { returnToOf } from '../../services/starts/admit-return.ts';
import { respondToUpload } from '../responses/uploaded-response.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';
import { publicUrlOf, type PublicUrlSetting } from '../public-url.ts';
import { readMultipart } from '../read-multipart.ts';

export interface VerificationRouteUseCases extends VerificationUseCases {
  eraseVerification: ReturnType<typeof createEraseVerification>;
  readReport: ReturnType<typeof createReadReport>;
  reviewVerification: ReturnType<typeof createReviewVerification>;
  startVerification: ReturnType<typeof createStartVerification>;
  addInput: ReturnType<typeof createServerInputUseCases>['addInput'];
  submitInput: ReturnType<typeof createServerInputUseCases>['submitInput'];
}

/** Attempts, for the host's backend and its operators. */
export function verificationRoutes(
  verifications: VerificationRouteUseCases,
  { publicUrl }: PublicUrlSetting,
): BoundRoute[] {
  return [
    bindRoute(addInputRoute, async ({ caller, input: { params }, raw, effect }) => {
      const { fields, source } = await readMultipart(raw, addInputRoute);
      const { stepId, kind } = fields;
      const file = { stepId, kind, source };
      return respondToUpload(effect, { fields: `${stepId}:${kind}:`, source }, (recorded) =>
        verifications.addInput(caller, params.verificationId, file, recorded),
      );
    }),

    bindRoute(deleteVerificationRoute, async ({ caller, input: { params } }) => {
      await verifications.eraseVerification(caller, params.verificationId);
      return respond(204);
    }),

    bindRoute(getReportRoute, async ({ caller, input: { params } }) => ({
      status: 200 as const,
      body: await verifications.readReport(caller, params.verificationId),
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${params.verificationId}.pdf"`,
        'cache-control': 'private, no-store',
      },
    })),

    bindRoute(getVerificationRoute, async ({ caller, input: { params } }) =>
      respond(200, await verifications.readVerification(caller, params.verificationId)),
    ),

    bindRoute(listVerificationsRoute, async ({ caller, input: { query } }) => {
      const { data, nextCursor } = await verifications.listVerifications(caller, query);
      return respond(200, {
        data: data.map(({ createdAt, reviewedAt, inputsCompletedAt, finishedAt, ...verification }) => ({
          ...verification,
          reviewedAt: reviewedAt?.toISOString() ?? null,
          createdAt: createdAt.toISOString(),
          inputsCompletedAt: inputsCompletedAt?.toISOString() ?? null,
          finishedAt: finishedAt?.toISOString() ?? null,
        })),
        nextCursor,
      });
    }),

    bindRoute(reviewVerificationRoute, async ({ caller, input: { params, body } }) =>
      respond(200, await verifications.reviewVerification(caller, params.verificationId, body)),
    ),

    bindRoute(startVerificationRoute, async ({ caller, input: { body }, raw, effect }) => {
      const request = {
        flowId: body.flowId,
        identityId: body.identityId ?? null,
        metadata: body.metadata ?? {},
        returnTo: returnToOf(body),
      };
      const responseOf = (prepared: PreparedVerification) =>
        respond(201, {
          verificationId: prepared.verificationId,
          identityId: prepared.identityId,
          hostedUrl: hostedUrlOf(publicUrlOf(publicUrl, raw, '/verify/start'), prepared),
          clientToken: prepared.clientToken,
          expiresAt: prepared.expiresAt.toISOString(),
        });
      return responseOf(await verifications.startVerification(caller, request, effect.storing(responseOf)));
    }),

    bindRoute(submitInputRoute, async ({ caller, input: { params, body }, effect }) => {
      const responseOf = (step: SessionStep) => respond(202, step);
      return responseOf(
        await verifications.submitInput(caller, params.verificationId, body, effect.storing(responseOf)),
      );
    }),

    bindRoute(updateVerificationRoute, async ({ caller, input: { params, body } }) =>
      respond(200, await verifications.tagVerification(caller, params.verificationId, body)),
    ),
  ];
}

/** Everything that the page needs to start is after the `#`, which no browser sends and no server logs. */
function hostedUrlOf(page: URL, { clientId, flowId, clientToken, returnTo }: PreparedVerification): string {
  const carried = new URLSearchParams({ clientId, flowId, clientToken });
  for (const [name, value] of Object.entries(returnTo ?? {})) if (value !== null) carried.set(name, String(value));
  page.hash = carried.toString();
  return page.href;
}
