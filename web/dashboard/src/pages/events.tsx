import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Radio } from 'lucide-react';
import { eventTypes } from 'virtual:contract-words';
import { api, read } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { Filters } from '../app/lists/filters.tsx';
import { ListPage } from '../app/lists/list-page.tsx';
import { useList } from '../app/lists/list-query.tsx';
import { oneOf } from '../app/lists/search.ts';
import { Id } from '../ui/copy.tsx';
import { rowLink, type Column } from '../ui/data-table.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';

type Row = Schemas['StoredEvent'];
const route = getRouteApi('/gate/shell/developers/events');

const columns: readonly Column<Row>[] = [
  {
    header: 'Type',
    cell: ({ id, body }) => (
      <Link
        to="/developers/events/$eventId"
        params={{ eventId: id }}
        data-row=""
        className={`${rowLink.className} font-mono text-[13px]`}
      >
        {body.type}
      </Link>
    ),
  },
  {
    header: 'Status',
    className: 'hidden sm:table-cell',
    cell: ({ body }) => ('status' in body.data ? <StatusBadge state={body.data.status} /> : null),
  },
  { header: 'Id', className: 'hidden md:table-cell', cell: ({ id }) => <Id value={id} /> },
  { header: 'At', className: 'text-right', cell: ({ body }) => <Time at={body.timestamp} /> },
];

export function EventsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { type, ...rest } = search;
  const known = oneOf(eventTypes, type);
  const query = { ...rest, ...(known && { type: known }) };
  const list = useList(['events', query], (signal) => read(api.GET('/v2/events', { params: { query }, signal })), {
    everyMs: 10_000,
  });
  return (
    <ListPage
      title="Events"
      description="Every webhook event of the last 30 days."
      filters={
        <Filters
          search={search}
          onChange={(next) => void navigate({ to: '/developers/events', search: next })}
          fields={[
            {
              name: 'type',
              label: 'Type',
              kind: 'select',
              options: eventTypes.map((value) => ({ value, text: value })),
            },
            { name: 'verificationId', label: 'Verification', kind: 'text', placeholder: 'ver_…' },
            { name: 'identityId', label: 'Identity', kind: 'text', placeholder: 'idn_…' },
          ]}
        />
      }
      list={list}
      after={search.after}
      placeholderRows={8}
      columns={columns}
      empty={
        <Empty Icon={Radio} title="No events">
          Each step of a verification creates one.
        </Empty>
      }
    />
  );
}
