import type { ReactNode } from 'react';

interface FigureProps {
  label: string;
  value: string;
  detail?: ReactNode;
  /** Makes the whole tile a link, with the class names that it receives. */
  link?: (className: string, text: ReactNode) => ReactNode;
}

/** One figure in a tile; when a list belongs to it, the tile links to the list. */
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
