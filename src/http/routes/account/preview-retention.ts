import { previewRetentionRoute } from '../../../contract/routes/account.ts';
import type { createPreviewRetention } from '../../../services/retention/preview-retention.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindPreviewRetention(previewRetention: ReturnType<typeof createPreviewRetention>) {
  return bindRoute(previewRetentionRoute, async ({ caller, input: { query } }) =>
    respond(200, await previewRetention(caller, query)),
  );
}
