import { createHash, timingSafeEqual } from 'node:crypto';
import { getMetricsRoute } from '../../../contract/routes/service.ts';
import { Problem } from '../../../domain/faults/errors.ts';
import { bindRoute, respond } from '../../bound-route.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** `token`: null leaves the page open. `render` answers Prometheus's text. */
export function bindGetMetrics({ token, render }: { token: string | null; render: () => Promise<string> }) {
  const asked = token === null ? null : digestOf(`Bearer ${token}`);
  return bindRoute(getMetricsRoute, async ({ raw }) => {
    if (asked !== null && !timingSafeEqual(asked, digestOf(raw.headers.authorization ?? '')))
      throw new Problem('auth.unauthorized');
    return respond(200, await render());
  });
}
