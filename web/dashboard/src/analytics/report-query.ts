import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { useClientKey, useSession } from '../app/session/session.tsx';

/** The figures of the last days. `from` is the start of a day, so that the query stays the same for a while. */
export function useReport(days: number, flowId?: string) {
  const client = useClientKey();
  const { may } = useSession();
  const from = startOfDay(days);
  return useQuery({
    queryKey: [client, 'analytics', from, flowId],
    queryFn: ({ signal }) =>
      read(api.GET('/v2/analytics', { params: { query: { from, ...(flowId !== undefined && { flowId }) } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
    enabled: may('account:write', 'read'),
  });
}

/** The start of the day that many days ago; 1 is today. */
export function startOfDay(days: number): string {
  const start = new Date();
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() - (days - 1));
  return start.toISOString();
}

export function percentText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}
