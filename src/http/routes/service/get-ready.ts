import { getReadyRoute } from '../../../contract/routes/service.ts';
import type { createReadReadiness } from '../../../services/health/read-readiness.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindGetReady(readReadiness: ReturnType<typeof createReadReadiness>) {
  return bindRoute(getReadyRoute, async () => {
    const answer = await readReadiness();
    const { status } = answer;
    return status === 'notReady' ? respond(503, { ...answer, status }) : respond(200, { ...answer, status });
  });
}
