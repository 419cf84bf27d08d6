import { coverSpan } from '../../domain/analytics/cover-span.ts';
import { addFigures, reportOf, type FiguresByFlow } from '../../domain/analytics/figures.ts';
import type { AnalyticsRepository } from '../../domain/repositories/analytics-repository.ts';
import type { Connection, Statements } from '../connection/connection.ts';
import { countFigures } from './count-figures.ts';
import { findRollups, listToRollUp, readRollups, rollUp } from './rollups.ts';

/** Of one verification: a client that reports more is not our SDK. */
const mostEvents = 5_000;
/** Both edges of a span: more at once would take the connections of others. */
const liveAtOnce = 2;

/** `listing`: for reports. Rollups are made through `statements`. */
export function createAnalyticsRepository(
  connection: Connection,
  statements: Statements,
  listing: Statements = statements,
): AnalyticsRepository {
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

    async read(asked) {
      // A rollup that is replaced after this look is no older than the look: only its level was chosen by it.
      const { pieces, live } = coverSpan(asked, await findRollups(listing, asked));
      const figures: FiguresByFlow = new Map();
      const [stored, ...counted] = await Promise.all([
        readRollups(listing, asked, pieces),
        ...live.slice(0, liveAtOnce).map((span) => countFigures(listing, { ...asked, ...span })),
      ]);
      for (const span of live.slice(liveAtOnce)) counted.push(await countFigures(listing, { ...asked, ...span }));
      for (const row of stored) addFigures(figures, row.flowId, row.figures);
      for (const ofHour of counted.flatMap((hours) => [...hours.values()])) {
        for (const [flowId, sum] of ofHour) addFigures(figures, flowId, sum);
      }
      return reportOf(figures);
    },

    listToRollUp: () => listToRollUp(statements),
    rollUp: (clientId) => rollUp(statements, clientId),
  };
}
