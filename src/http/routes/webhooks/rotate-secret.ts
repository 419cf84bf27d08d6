import { rotateWebhookSecretRoute } from '../../../contract/routes/webhooks.ts';
import type { RotatedSecret, createRotateSecret } from '../../../services/webhooks/rotate-secret.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindRotateSecret(rotateSecret: ReturnType<typeof createRotateSecret>) {
  return bindRoute(rotateWebhookSecretRoute, async ({ caller, input: { params }, effect }) => {
    const answerOf = ({ secret, until }: RotatedSecret) => respond(201, { secret, rotatesUntil: until.toISOString() });
    return answerOf(await rotateSecret(caller, params.endpointId, effect.answering(answerOf)));
  });
}
