import type { ReactNode } from 'react';

interface Line {
  className: string;
  points: readonly (readonly [atMs: number, value: number])[];
}

const height = 100;
const width = 600;

/** Values between `-reach` and `reach` over time. */
export function Plot({
  title,
  summary,
  legend,
  span: { fromMs, toMs },
  reach,
  lines,
  marks,
  children,
}: {
  title: string;
  /** A summary of the plot for people who do not see it. */
  summary: string;
  legend: readonly (readonly [name: string, className: string])[];
  span: { fromMs: number; toMs: number };
  reach: number;
  lines: readonly Line[];
  marks: readonly { atMs: number; className: string; dashed: boolean }[];
  children?: ReactNode;
}) {
  const x = (atMs: number) => (width * (atMs - fromMs)) / Math.max(1, toMs - fromMs);
  const y = (value: number) => (height / 2) * (1 - Math.max(-1, Math.min(1, value / reach)));
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-[13px]">
        <span className="font-medium">{title}</span>
        {legend.map(([name, className]) => (
          <span key={name} className="flex items-center gap-1.5 text-soft">
            <span aria-hidden className={`h-0.5 w-4 rounded-full ${className}`} />
            {name}
          </span>
        ))}
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}: ${summary}`}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="mt-1.5 h-24 w-full rounded-md bg-sunken"
      >
        <line
          x1={0}
          x2={width}
          y1={height / 2}
          y2={height / 2}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
        {marks.map(({ atMs, className, dashed }, index) => (
          <line
            key={index}
            x1={x(atMs)}
            x2={x(atMs)}
            y1={0}
            y2={height}
            className={className}
            stroke="currentColor"
            strokeDasharray={dashed ? '4 3' : undefined}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {lines.map(({ className, points }) => (
          <polyline
            key={className}
            points={points.map(([atMs, value]) => `${x(atMs).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
            className={className}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.75}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <div aria-hidden className="mt-0.5 flex justify-between text-xs text-faint tabular-nums">
        <span>{secondsText(fromMs)}</span>
        <span>{secondsText(toMs)}</span>
      </div>
      {children}
    </figure>
  );
}

export function secondsText(ms: number): string {
  return `${(ms / 1_000).toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
}
