import { createMediaLinkRoute } from '../../../contract/routes/media.ts';
import type { MediaLink } from '../../../domain/repositories/repositories.ts';
import type { createSignMediaLink } from '../../../services/media/sign-media-link.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindCreateMediaLink(signMediaLink: ReturnType<typeof createSignMediaLink>) {
  return bindRoute(createMediaLinkRoute, async ({ caller, input: { params }, effect }) => {
    const answerOf = ({ expires, signature }: MediaLink) =>
      respond(201, {
        url: `/v2/media/${params.mediaId}?expires=${expires}&signature=${signature}`,
        expiresAt: new Date(expires * 1000).toISOString(),
      });
    return answerOf(await signMediaLink(caller, params.mediaId, effect.answering(answerOf)));
  });
}
