import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure, Loading } from './states.tsx';

/** What was asked for, or that it is on its way, or why it did not come. What came before stays while it is asked again. */
export function QueryView<T>({
  query,
  rows,
  children,
}: {
  query: UseQueryResult<T>;
  rows?: number;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading {...(rows !== undefined && { rows })} />;
}
