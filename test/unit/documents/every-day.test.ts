import { expect, it } from 'vitest';
import { everyDay } from '../../../web/dashboard/src/analytics/every-day.ts';

it('gives the chart every day of the chosen range, with zeros for empty days', () => {
  const counted = { date: '2026-03-02', started: 3, verified: 1, reviewNeeded: 1, rejected: 0 };
  const days = everyDay([counted], { from: '2026-02-27T23:00:00.000Z', to: '2026-03-03T09:00:00.000Z' });
  expect(days.map(({ date }) => date)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03']);
  expect(days.map(({ started }) => started)).toEqual([0, 0, 0, 3, 0]);
  expect(days[3]).toEqual(counted);
});
