import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import type { Schemas } from '../api/schema.ts';
import { useTheme } from '../app/brand/theme.ts';

type Day = Schemas['AnalyticsReport']['days'][number];

const series = [
  { key: 'started', label: 'Started', colour: '--faint' },
  { key: 'verified', label: 'Verified', colour: '--good' },
  { key: 'reviewNeeded', label: 'Needs review', colour: '--warn' },
  { key: 'rejected', label: 'Rejected', colour: '--bad' },
] as const;
const height = 240;
const dayOf = (at: number) => new Date(at * 1000).toLocaleDateString();

/** Attempts per day as lines. Only a picture: the table next to it has the same numbers. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = { stroke: colour('--faint'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } };
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height,
        scales: { y: { range: (_chart, _min, max) => [0, Math.max(4, Math.ceil(max * 1.1))] } },
        axes: [axis, { ...axis, size: 40, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10_000] }],
        series: [
          { label: 'Day', value: (_chart, at, _series, index) => (index === null ? '' : dayOf(at)) },
          ...series.map(({ label, colour: name }) => ({
            label,
            // The legend has values only while the pointer is over a day.
            value: (_chart: UPlot, count: number, _series: number, index: number | null) =>
              index === null ? '' : count.toLocaleString(),
            stroke: colour(name),
            width: 2,
            points: { show: days.length < 15 },
          })),
        ],
        legend: { show: true },
      },
      [
        days.map(({ date }) => Date.parse(`${date}T00:00:00`) / 1000),
        ...series.map(({ key }) => days.map((day) => day[key])),
      ],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [days, theme]);
  return <div ref={place} aria-hidden className="w-full text-[13px]" />;
}
