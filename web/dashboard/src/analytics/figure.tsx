import type { ReactNode } from 'react';

interface FigureProps {
  label: string;
  value: string;
  detail?: ReactNode;
  /** Makes the whole tile a link: given the class names that it needs. */
  link?: (className: string, text: ReactNode) => ReactNode;
}

/** One figure in a tile; when it has a list behind it, the tile leads there. */
export function Figure({ label, value, detail, link }: FigureProps) {
  return (
    <div
      className={`relative rounded-xl border border-line bg-surface p-5 shadow-card ${link ? 'transition-colors hover:border-edge' : ''}`}
    >
      <p className="text-[13px] text-faint">
        {link ? link('after:absolute after:inset-0 after:rounded-xl', label) : label}
      </p>
      <p className="mt-1.5 text-[26px] leading-8 font-semibold tracking-tight tabular-nums">{value}</p>
      {detail !== undefined && <p className="mt-1 text-[13px] text-soft">{detail}</p>}
    </div>
  );
}
