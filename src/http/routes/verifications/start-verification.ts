import { startVerificationRoute } from '../../../contract/routes/verifications.ts';
import type { PreparedVerification, createStartVerification } from '../../../services/starts/start-verification.ts';
import { bindRoute, respond } from '../../bound-route.ts';
import { publicUrlOf } from '../../public-url.ts';

export function bindStartVerification(
  startVerification: ReturnType<typeof createStartVerification>,
  { publicUrl }: { publicUrl: string | null },
) {
  return bindRoute(startVerificationRoute, async ({ caller, input: { body }, raw, effect }) => {
    const request = {
      flowId: body.flowId,
      identityId: body.identityId ?? null,
      metadata: body.metadata ?? {},
    };
    const answerOf = (prepared: PreparedVerification) =>
      respond(201, {
        verificationId: prepared.verificationId,
        identityId: prepared.identityId,
        hostedUrl: hostedUrlOf(publicUrlOf(publicUrl, raw, '/verify/start'), prepared),
        clientToken: prepared.clientToken,
        expiresAt: prepared.expiresAt.toISOString(),
      });
    return answerOf(await startVerification(caller, request, effect.answering(answerOf)));
  });
}

/** Everything that the page needs to start stands behind the `#`, which no browser sends and no server logs. */
function hostedUrlOf(page: URL, { clientId, flowId, clientToken }: PreparedVerification): string {
  page.hash = new URLSearchParams({ clientId, flowId, clientToken }).toString();
  return page.href;
}
