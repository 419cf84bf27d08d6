import { Problem } from '../../domain/faults/errors.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { Database } from '../../domain/repositories/repositories.ts';

const dayMs = 86_400_000;
const defaultDays = 30;
const mostDays = 366;

/** How people got through the client's flows in a period: the last 30 days by default. */
export function createReadAnalytics({ db, clock }: { db: Pick<Database, 'analytics'>; clock: Clock }) {
  return async function readAnalytics(
    clientId: string,
    asked: { from?: string | undefined; to?: string | undefined; flowId?: string | undefined },
  ) {
    const to = asked.to === undefined ? clock.now() : new Date(asked.to);
    const from = asked.from === undefined ? new Date(to.getTime() - defaultDays * dayMs) : new Date(asked.from);
    const spanMs = to.getTime() - from.getTime();
    if (spanMs <= 0 || spanMs > mostDays * dayMs) {
      const detail = spanMs <= 0 ? 'must be before `to`' : `must be at most ${mostDays} days before \`to\``;
      const code = spanMs <= 0 ? 'value.too_big' : 'value.too_small';
      throw new Problem('request.invalid', { errors: [{ pointer: 'query:/from', code, detail }] });
    }
    return { from, to, ...(await db.analytics.read({ clientId, flowId: asked.flowId ?? null, from, to })) };
  };
}
