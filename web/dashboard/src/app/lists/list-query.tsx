import { keepPreviousData, useQuery, type Query, type QueryKey } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronRight, ChevronsLeft } from 'lucide-react';
import { buttonClasses } from '../../ui/button.tsx';
import { useClientKey } from '../session/session.tsx';

interface PageOf<T> {
  data: T[];
  nextCursor: string | null;
}

/** One page of a list of the chosen client; the previous page stays visible while the next one loads. */
export function useList<T, More = unknown>(
  key: QueryKey,
  ask: (signal: AbortSignal) => Promise<PageOf<T> & More>,
  options: { everyMs?: number | ((rows: readonly T[]) => number); enabled?: boolean } = {},
) {
  const client = useClientKey();
  const { everyMs } = options;
  return useQuery({
    queryKey: [client, ...key],
    queryFn: ({ signal }) => ask(signal),
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
    ...(everyMs !== undefined && {
      refetchInterval:
        typeof everyMs === 'number' ? everyMs : ({ state }: Query<PageOf<T> & More>) => everyMs(state.data?.data ?? []),
    }),
  });
}

/** Links to older rows and back to the newest, so that the address identifies the page. */
export function Pager({ after, nextCursor }: { after: string | undefined; nextCursor: string | null }) {
  const { search } = useLocation();
  if (after === undefined && nextCursor === null) return null;
  const { after: _after, ...current } = search;
  return (
    <nav aria-label="Pages of the list" className="flex justify-between gap-2 border-t border-line px-5 py-3">
      {after === undefined ? (
        <span />
      ) : (
        <Link to="." search={current} className={buttonClasses('secondary', 'small')}>
          <ChevronsLeft aria-hidden className="size-4" />
          Newest
        </Link>
      )}
      {nextCursor !== null && (
        <Link to="." search={{ ...current, after: nextCursor }} className={buttonClasses('secondary', 'small')}>
          Older
          <ChevronRight aria-hidden className="size-4" />
        </Link>
      )}
    </nav>
  );
}
