import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ListFilter, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { verificationStatuses } from 'virtual:contract-words';
import { api, read } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { ExportRows } from '../app/lists/export-rows.tsx';
import { Filters, type FilterField } from '../app/lists/filters.tsx';
import { useFlows } from '../app/flows/flow-options.ts';
import { ListPage } from '../app/lists/list-page.tsx';
import { useList } from '../app/lists/list-query.tsx';
import { PersonName } from '../app/person-name.tsx';
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
import { useSession } from '../app/session/session.tsx';
import { Badge } from '../ui/badge.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { rowLink, type Column } from '../ui/data-table.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge, stateText } from '../ui/status-badge.tsx';
import { durationText, Time } from '../ui/time.tsx';
import { useAssignees } from '../verification/activity/activity-queries.ts';
import { AssigneeName } from '../verification/activity/assignee.tsx';
import { BulkBar } from '../verification/bulk/bulk-bar.tsx';

type Row = Schemas['VerificationListItem'];
const route = getRouteApi('/gate/shell/verifications');

const starterTexts: Readonly<Record<Row['startedBy'], string>> = {
  backend: 'Backend',
  device: 'Device',
  link: 'Hosted link',
};

const columns: readonly Column<Row>[] = [
  {
    header: 'Person',
    cell: (row) => (
      <Link to="/verifications/$verificationId" params={{ verificationId: row.id }} {...rowLink}>
        <PersonName row={row} />
      </Link>
    ),
  },
  {
    header: 'Status',
    cell: (row) => (
      <span className="flex flex-col items-start gap-1">
        <StatusBadge state={row.status} />
        {!row.speaksForIdentity && <Badge tone="neutral">does not speak for the identity</Badge>}
      </span>
    ),
  },
  {
    header: 'Flow',
    className: 'hidden md:table-cell',
    cell: (row) => (
      <span className="text-soft">
        {row.flow.name} <span className="text-faint">v{row.flow.version}</span>
      </span>
    ),
  },
  {
    header: 'Started by',
    className: 'hidden 2xl:table-cell',
    cell: (row) => <span className="text-soft">{starterTexts[row.startedBy]}</span>,
  },
  {
    header: 'Assigned to',
    className: 'hidden xl:table-cell',
    cell: (row) => (
      <span className="text-soft">{row.assigneeId === null ? '–' : <AssigneeName id={row.assigneeId} />}</span>
    ),
  },
  tagsColumn('xl'),
  {
    header: 'To verdict',
    className: 'hidden lg:table-cell text-right tabular-nums whitespace-nowrap',
    cell: (row) => <span className="text-soft">{timeToVerdict(row)}</span>,
  },
  {
    header: 'Started',
    className: 'hidden sm:table-cell text-right whitespace-nowrap',
    cell: (row) => <Time at={row.createdAt} />,
  },
];

function timeToVerdict({ inputsCompletedAt, finishedAt }: Row): string {
  if (inputsCompletedAt === null || finishedAt === null) return '–';
  return durationText(Math.max(0, Date.parse(finishedAt) - Date.parse(inputsCompletedAt)));
}

export function VerificationsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const flows = useFlows();
  const { may, operator } = useSession();
  const assignees = useAssignees();
  const { status, assigneeId, ...rest } = search;
  const known = oneOf(verificationStatuses, status);
  // A saved filter for one's own cases fits every operator.
  const worker = assigneeId === 'me' ? operator.id : assigneeId;
  const query = { ...rest, ...(known && { status: known }), ...(worker !== undefined && { assigneeId: worker }) };
  const list = useList(
    ['verifications', query],
    (signal) => read(api.GET('/v2/verifications', { params: { query }, signal })),
    { everyMs: search.after === undefined ? 10_000 : 120_000 },
  );
  const follow = (next: Search<string>) => void navigate({ to: '/verifications', search: next });
  const filtered = Object.keys(search).length > 0;
  // The rows as they were when the operator selected them: a verdict given since then is not overwritten.
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const selection = may('verifications:write')
    ? {
        isChosen: (row: Row) => chosen.has(row.id),
        choose: (rows: readonly Row[], choice: boolean) => setChosen((before) => withRows(before, rows, choice)),
        nameOf: (row: Row) => row.fullName ?? row.id,
      }
    : undefined;
  const fields: FilterField[] = [
    anyField,
    {
      name: 'status',
      label: 'Status',
      kind: 'select',
      options: verificationStatuses.map((value) => ({ value, text: stateText(value) })),
    },
    {
      name: 'assigneeId',
      label: 'Assigned to',
      kind: 'select',
      options: [
        { value: 'me', text: 'Me' },
        { value: 'none', text: 'Nobody' },
        ...(assignees.data ?? [])
          .filter(({ id }) => id !== operator.id)
          .map(({ id, name }) => ({ value: id, text: name })),
      ],
    },
    ...(flows.data
      ? [
          {
            name: 'flowId',
            label: 'Flow',
            kind: 'select' as const,
            options: flows.data.map(({ id, name }) => ({ value: id, text: name })),
          },
        ]
      : []),
    ...periodFields,
    tagField,
    ...metadataFields,
  ];
  return (
    <ListPage
      title="Verifications"
      description="Every attempt, newest first. Search for whole names and numbers: they are stored encrypted."
      actions={may('verifications:write') && <ReviewNext />}
      filters={
        <Filters
          fields={fields}
          search={search}
          onChange={follow}
          extra={
            <>
              <SavedFilters list="verifications" search={search} onChoose={follow} />
              <ExportRows<Row>
                name="verifications"
                ask={(after) => read(api.GET('/v2/verifications', { params: { query: exportQuery(query, after) } }))}
                columns={{
                  id: (row) => row.id,
                  identityId: (row) => row.identityId,
                  status: (row) => row.status,
                  fullName: (row) => row.fullName,
                  flow: (row) => row.flow.name,
                  flowVersion: (row) => row.flow.version,
                  startedBy: (row) => row.startedBy,
                  speaksForIdentity: (row) => String(row.speaksForIdentity),
                  assigneeId: (row) => row.assigneeId,
                  tags: (row) => row.tags.join(' '),
                  createdAt: (row) => row.createdAt,
                  finishedAt: (row) => row.finishedAt,
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
      selection={selection}
      bar={selection && <BulkBar rows={[...chosen.values()]} onClear={() => setChosen(new Map())} />}
      empty={filtered ? <NothingFound /> : <NothingYet />}
    />
  );
}

function withRows(before: ReadonlyMap<string, Row>, rows: readonly Row[], chosen: boolean): Map<string, Row> {
  const after = new Map(before);
  for (const row of rows) {
    if (!chosen) after.delete(row.id);
    else if (!after.has(row.id)) after.set(row.id, row);
  }
  return after;
}

function ReviewNext() {
  const waiting = useList(['verifications', 'queue-head'], (signal) =>
    read(api.GET('/v2/verifications', { params: { query: { status: 'reviewNeeded', limit: 1 } }, signal })),
  );
  const first = waiting.data?.data[0];
  if (first === undefined) return null;
  return (
    <Link
      to="/verifications/$verificationId"
      params={{ verificationId: first.id }}
      search={{ queue: 'reviewNeeded' }}
      className={buttonClasses('primary')}
    >
      Start reviewing
    </Link>
  );
}

function NothingFound() {
  return (
    <Empty
      Icon={ListFilter}
      title="Nothing matches these filters"
      action={
        <Link to="/verifications" className={buttonClasses()}>
          Show all
        </Link>
      }
    />
  );
}

function NothingYet() {
  const { may } = useSession();
  return (
    <Empty
      Icon={UserCheck}
      title="Nobody has been verified yet"
      {...(may('flows:write', 'read') && {
        action: (
          <Link to="/flows" className={buttonClasses('primary')}>
            Open a flow and try it
          </Link>
        ),
      })}
    >
      Verifications appear here when people start one of your flows.
    </Empty>
  );
}
