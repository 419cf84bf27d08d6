import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Fingerprint, ListFilter } from 'lucide-react';
import { identityStatuses } from 'virtual:contract-words';
import { api, read } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { ExportRows } from '../app/lists/export-rows.tsx';
import { Filters, type FilterField } from '../app/lists/filters.tsx';
import { ListPage } from '../app/lists/list-page.tsx';
import { useList } from '../app/lists/list-query.tsx';
import {
  anyField,
  exportQuery,
  metadataFields,
  periodFields,
  tagField,
  tagsColumn,
} from '../app/lists/record-filters.tsx';
import { SavedFilters } from '../app/lists/saved-filters.tsx';
import { oneOf, type Search } from '../app/lists/search.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Id } from '../ui/copy.tsx';
import { rowLink, type Column } from '../ui/data-table.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge, stateText } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';

type Row = Schemas['IdentityListItem'];
const route = getRouteApi('/gate/shell/identities');

const fields: readonly FilterField[] = [
  anyField,
  { name: 'fullName', label: 'Full name', kind: 'text', placeholder: 'Anna Maria Eriksson' },
  { name: 'documentNumber', label: 'Document number', kind: 'text' },
  { name: 'phone', label: 'Phone', kind: 'text', placeholder: '+5511987654321' },
  { name: 'email', label: 'Email', kind: 'text' },
  {
    name: 'status',
    label: 'Status',
    kind: 'select',
    options: identityStatuses.map((value) => ({ value, text: stateText(value) })),
  },
  tagField,
  ...periodFields,
  ...metadataFields,
];

const columns: readonly Column<Row>[] = [
  {
    header: 'Person',
    cell: (row) => (
      <Link to="/identities/$identityId" params={{ identityId: row.id }} {...rowLink}>
        {row.fullName ?? <span className="font-normal text-faint">Name unknown</span>}
      </Link>
    ),
  },
  { header: 'Status', cell: (row) => <StatusBadge state={row.status} /> },
  tagsColumn('lg'),
  { header: 'Id', className: 'hidden md:table-cell', cell: (row) => <Id value={row.id} /> },
  { header: 'Updated', className: 'hidden sm:table-cell text-right', cell: (row) => <Time at={row.updatedAt} /> },
];

export function IdentitiesPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { status, ...rest } = search;
  const known = oneOf(identityStatuses, status);
  const query = { ...rest, ...(known && { status: known }) };
  const list = useList(
    ['identities', query],
    (signal) => read(api.GET('/v2/identities', { params: { query }, signal })),
    { everyMs: 30_000 },
  );
  const follow = (next: Search<string>) => void navigate({ to: '/identities', search: next });
  const filtered = Object.keys(search).length > 0;
  return (
    <ListPage
      title="Identities"
      description="One entry for each person, with all attempts. Search for whole names and numbers: they are stored encrypted."
      filters={
        <Filters
          fields={fields}
          search={search}
          onChange={follow}
          extra={
            <>
              <SavedFilters list="identities" search={search} onChoose={follow} />
              <ExportRows<Row>
                name="identities"
                ask={(after) => read(api.GET('/v2/identities', { params: { query: exportQuery(query, after) } }))}
                columns={{
                  id: (row) => row.id,
                  status: (row) => row.status,
                  fullName: (row) => row.fullName,
                  tags: (row) => row.tags.join(' '),
                  createdAt: (row) => row.createdAt,
                  updatedAt: (row) => row.updatedAt,
                }}
              />
            </>
          }
        />
      }
      list={list}
      after={search.after}
      placeholderRows={10}
      columns={columns}
      empty={
        filtered ? (
          <Empty
            Icon={ListFilter}
            title="Nobody matches"
            action={
              <Link to="/identities" className={buttonClasses()}>
                Show all
              </Link>
            }
          >
            Enter whole names and numbers, as printed on the document. Capitals, spaces and accents don’t matter.
          </Empty>
        ) : (
          <Empty Icon={Fingerprint} title="No identities yet">
            Your first verification creates the first identity.
          </Empty>
        )
      }
    />
  );
}
