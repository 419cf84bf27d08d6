import type { ReactNode } from 'react';
import { LongText } from './long-text.tsx';

/** Names and values. A null value is left out. */
export function Details({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <div className="@container">
      <dl className="grid gap-x-6 gap-y-3 @sm:grid-cols-[minmax(8rem,12rem)_1fr]">
        {items
          .filter(([, value]) => value !== null && value !== undefined)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="-mb-2.5 text-[13px] text-faint @sm:mb-0">{name}</dt>
              <dd className="min-w-0 break-words">{typeof value === 'string' ? <LongText text={value} /> : value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
