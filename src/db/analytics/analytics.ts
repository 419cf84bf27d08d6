import type { AnalyticsRepository } from '../../domain/repositories/analytics-repository.ts';
import type { Connection } from '../connection/connection.ts';
import { readFunnel, readScreenErrors, readTotals, readDays } from './analytics-figures.ts';

/** For one verification: a client that reports more is not our SDK. */
const mostEvents = 5_000;

export function createAnalyticsRepository(connection: Connection): AnalyticsRepository {
  return {
    async add(owner, events) {
      const present = await connection.analyticsEvent.count({ where: { verificationId: owner.verificationId } });
      if (present >= mostEvents) return 0;
      const { count } = await connection.analyticsEvent.createMany({
        data: events.map((event) => ({ ...owner, ...event })),
        skipDuplicates: true,
      });
      return count;
    },

    async read(span) {
      const [totals, days, funnel, errors] = [
        await readTotals(connection, span),
        await readDays(connection, span),
        await readFunnel(connection, span),
        await readScreenErrors(connection, span),
      ];
      return { totals, days, funnel, errors };
    },
  };
}
