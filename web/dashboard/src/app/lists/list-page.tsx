import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { DataTable, type Column, type Selection } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Pager } from './list-query.tsx';

interface ListPageProps<T extends { id: string }> {
  title: string;
  description: ReactNode;
  actions?: ReactNode;
  /** The name of the rows, for screen readers; left out when the title already names them. */
  label?: string;
  /** Above the card. */
  notices?: ReactNode;
  filters?: ReactNode;
  list: UseQueryResult<{ data: T[]; nextCursor: string | null }>;
  columns: readonly Column<T>[];
  selection?: Selection<T> | undefined;
  /** Above the rows, below the filters: actions for the selected rows. */
  bar?: ReactNode;
  empty: ReactNode;
  /** The cursor in the address; null for a list that is shown on one page. */
  after: string | undefined | null;
  /** How many rows the placeholder shows while the list loads. */
  placeholderRows?: number;
  /** Dialogs. */
  children?: ReactNode;
}

/** A page that is one list: its filters, its rows and the way to older ones. */
export function ListPage<T extends { id: string }>({
  title,
  description,
  actions,
  label = title,
  notices,
  filters,
  list,
  columns,
  selection,
  bar,
  empty,
  after,
  placeholderRows,
  children,
}: ListPageProps<T>) {
  return (
    <Page title={title} description={description} actions={actions}>
      {notices}
      <Card>
        <div className="-m-5">
          {filters}
          {bar}
          <QueryView query={list} {...(placeholderRows !== undefined && { rows: placeholderRows })}>
            {({ data, nextCursor }) => (
              <DataTable
                label={label}
                columns={columns}
                rows={data}
                rowKey={(row) => row.id}
                selection={selection}
                empty={empty}
                footer={after !== null && <Pager after={after} nextCursor={nextCursor} />}
              />
            )}
          </QueryView>
        </div>
      </Card>
      {children}
    </Page>
  );
}
