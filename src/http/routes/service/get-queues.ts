import { getQueuesRoute } from '../../../contract/routes/service.ts';
import type { ReadGauges } from '../../../services/health/read-gauges.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindGetQueues(readGauges: ReadGauges) {
  return bindRoute(getQueuesRoute, async () => {
    const { queues } = await readGauges();
    return respond(200, { queues: queues.map(({ queue, ...backlog }) => ({ name: queue, ...backlog })) });
  });
}
