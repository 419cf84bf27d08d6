import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { words } from '../app/words.ts';
import { LongText } from '../ui/long-text.tsx';

/** The evidence of a check, as names and values. Ids of people are links to them. */
export function Evidence({ data }: { data: object }) {
  const entries = Object.entries(data).filter(([, value]) => value !== null && !isEmpty(value));
  if (entries.length === 0) return <p className="text-[13px] text-faint">No evidence was kept.</p>;
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-1 text-[13px]">
      {entries.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-faint">{words(name)}</dt>
          <dd className="min-w-0 break-words">{shown(value)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function shown(value: unknown): ReactNode {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString(undefined, { maximumFractionDigits: 4 });
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) {
    return (
      <ul className="flex flex-col gap-1">
        {value.map((item: unknown, index) => (
          <li key={index}>{shown(item)}</li>
        ))}
      </ul>
    );
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([, inner]) => inner !== null && !isEmpty(inner) && !isPlace(inner))
      .map(([name, inner], index) => (
        <span key={name}>
          {index > 0 && <span className="text-faint"> · </span>}
          <span className="text-faint">{words(name)}</span> {shown(inner)}
        </span>
      ));
  }
  return null;
}

function shownText(text: string): ReactNode {
  if (text.startsWith('idn_')) {
    return (
      <Link to="/identities/$identityId" params={{ identityId: text }} className="link font-mono">
        {text}
      </Link>
    );
  }
  if (/^[0-9a-f]{64}$/.test(text)) return <code className="font-mono">{text.slice(0, 12)}…</code>;
  return <LongText text={text} />;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The fields show places on the pictures; their numbers tell a reader nothing. */
function isPlace(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'mediaId' in value && 'box' in value;
}
