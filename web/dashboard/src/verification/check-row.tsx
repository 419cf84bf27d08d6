import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Check } from '../api/schema.ts';
import { words } from '../app/words.ts';
import { ReasonText } from '../ui/reason-text.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { durationText } from '../ui/time.tsx';
import { Evidence } from './evidence.tsx';

/** A check of a step, its outcome and, when opened, its evidence. */
export function CheckRow({ check }: { check: Check }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5 text-left -outline-offset-2 hover:bg-sunken/60"
      >
        <span className="w-32 shrink-0">
          <StatusBadge state={check.outcome} />
        </span>
        <span className="min-w-0 flex-1 basis-48">
          <span className="font-medium">{words(check.id)}</span>
          {check.attempt !== null && <span className="text-[13px] text-soft"> in attempt {check.attempt}</span>}
          {check.verificationId !== null && (
            <span className="text-[13px] text-soft"> of an earlier verification, which was not finished</span>
          )}
          {check.code !== null && (
            <span className="block text-[13px] text-soft">
              <ReasonText code={check.code} />
            </span>
          )}
        </span>
        {check.durationMs > 0 && (
          <span className="text-[13px] text-faint tabular-nums">{durationText(check.durationMs)}</span>
        )}
        <ChevronDown
          aria-hidden
          className={`size-4 shrink-0 text-faint transition-transform ${open ? 'rotate-180' : ''}`}
        />
      </button>
      {open && (
        <div className="px-5 pt-1 pb-4 sm:pl-[10.5rem]">
          {check.data === null ? (
            <p className="text-[13px] text-faint">The check could not be carried out, so there is no evidence.</p>
          ) : (
            <Evidence data={check.data} />
          )}
        </div>
      )}
    </li>
  );
}
