import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { tones, type Tone } from './badge.tsx';
import { classes } from './classes.ts';

const icons = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, info: Info, neutral: Info } as const;

/** A sentence that must be seen. A bad one is read out at once. */
export function Notice({ tone = 'info', children }: { tone?: Tone; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'note'}
      className={classes('flex gap-2.5 rounded-lg px-3.5 py-2.5', tones[tone])}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  );
}
