import { previewHandOverRoute } from '../../../contract/routes/sdk-hand-over.ts';
import type { createPreviewHandOver } from '../../../services/hand-over/preview-hand-over.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindPreviewHandOver(previewHandOver: ReturnType<typeof createPreviewHandOver>) {
  return bindRoute(previewHandOverRoute, async ({ input: { body } }) => {
    const { expiresAt, ...origin } = await previewHandOver(body.handOverToken);
    return respond(200, { ...origin, expiresAt: expiresAt.toISOString() });
  });
}
