import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { buttonClasses } from './button.tsx';
import { Card } from './card.tsx';
import { Page } from './page.tsx';
import { Failure, Loading } from './states.tsx';

/** A page about one record. It has a title while the record loads, and when the record is gone. */
export function PageQuery<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Loading />;
  const gone = query.error instanceof ApiProblem && query.error.status === 404;
  // From a record to the list that it would be in.
  const wayBack = (
    <Link to=".." className={buttonClasses()}>
      Back to the list
    </Link>
  );
  return (
    <Page title={gone ? 'Not found' : 'This could not be loaded'}>
      <Card>
        <Failure error={query.error} onRetry={() => void query.refetch()} wayBack={wayBack} />
      </Card>
    </Page>
  );
}
