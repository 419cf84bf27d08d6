import { getReadyRoute } from '../../../contract/routes/service.ts';
import type { createReadReadiness } from '../../../services/read-readiness.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindGetReady(readReadiness: ReturnType<typeof createReadReadiness>) {
  return bindRoute(getReadyRoute, async () => {
    const { ready, parts, models } = await readReadiness();
    return ready
      ? respond(200, { status: 'ready' as const, parts, models })
      : respond(503, { status: 'notReady' as const, parts, models });
  });
}
