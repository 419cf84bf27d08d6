import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { History, Link2 } from 'lucide-react';
import { auditActions } from 'virtual:contract-words';
import { api, read } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { Filters } from '../app/lists/filters.tsx';
import { ListPage } from '../app/lists/list-page.tsx';
import { useList } from '../app/lists/list-query.tsx';
import { oneOf } from '../app/lists/search.ts';
import { useSession } from '../app/session/session.tsx';
import { words } from '../app/words.ts';
import { Button } from '../ui/button.tsx';
import { Id } from '../ui/copy.tsx';
import type { Column } from '../ui/data-table.tsx';
import type { Option } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { ChainNotice, useChainCheck } from './chain-check.tsx';

type Row = Schemas['AuditEntry'];
const route = getRouteApi('/gate/shell/settings/audit-log');

const columns: readonly Column<Row>[] = [
  { header: 'When', cell: (row) => <Time at={row.at} precise /> },
  {
    header: 'What',
    cell: (row) => (
      <>
        <span className="font-medium">{words(row.action)}</span>
        <code className="block font-mono text-xs text-faint [overflow-wrap:anywhere]">{row.action}</code>
        <div className="mt-1 sm:hidden">
          <By row={row} />
        </div>
      </>
    ),
  },
  {
    header: 'By',
    className: 'hidden sm:table-cell',
    cell: (row) => <By row={row} />,
  },
  {
    header: 'On',
    className: 'hidden md:table-cell',
    cell: (row) => (row.subject === null ? '–' : <Named id={row.subject} name={row.subjectName} />),
  },
  {
    header: 'Hash',
    className: 'hidden xl:table-cell',
    cell: (row) => <code className="font-mono text-xs text-faint">{row.hash.slice(0, 16)}</code>,
  },
];

function By({ row }: { row: Row }) {
  return row.actor === 'system' ? (
    <span className="text-soft">The service</span>
  ) : (
    <Named id={row.actor} name={row.actorName} />
  );
}

/** The name of the action, and the id for operators who search by it. */
function Named({ id, name }: { id: string; name: string | null }) {
  return (
    <>
      {name !== null && <span className="block max-w-56 truncate">{name}</span>}
      <Id value={id} />
    </>
  );
}

/** The service chains within a second. */
const lateAfterMs = 60_000;

function linksLate(waitingSince: string | null, nowMs: number): waitingSince is string {
  return waitingSince !== null && nowMs - Date.parse(waitingSince) > lateAfterMs;
}

export function AuditLogPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { action, ...rest } = search;
  const known = oneOf(auditActions, action);
  const query = { ...rest, ...(known && { action: known }) };
  const list = useList(['audit-log', query], (signal) => read(api.GET('/v2/audit-log', { params: { query }, signal })));
  const actors = useActors(search.actor);
  const check = useChainCheck();
  return (
    <ListPage
      title="Audit log"
      description="Who did what. Each entry is chained to the one before it. The log contains no personal data and remains after an erasure."
      actions={
        <Button busy={check.isPending} icon={<Link2 aria-hidden className="size-4" />} onClick={check.start}>
          Check the chain
        </Button>
      }
      notices={
        <>
          {list.data && linksLate(list.data.waitingSince, list.dataUpdatedAt) && (
            <Notice tone="warn">
              Lines since <Time at={list.data.waitingSince} precise /> are recorded but not yet chained. Make sure that
              a worker serves the queue “maintenance”.
            </Notice>
          )}
          <ChainNotice {...check} />
        </>
      }
      filters={
        <Filters
          search={search}
          onChange={(next) => void navigate({ to: '/settings/audit-log', search: next })}
          fields={[
            {
              name: 'action',
              label: 'What',
              kind: 'select',
              options: auditActions.map((value) => ({ value, text: words(value) })),
            },
            { name: 'actor', label: 'By', kind: 'select', options: actors },
            { name: 'subject', label: 'On', kind: 'text', placeholder: 'An id, such as idn_…' },
            { name: 'from', label: 'From', kind: 'date' },
            { name: 'to', label: 'Until', kind: 'date' },
          ]}
        />
      }
      list={list}
      after={search.after}
      placeholderRows={10}
      columns={columns}
      empty={<Empty Icon={History} title="No entries" />}
    />
  );
}

/** Every possible actor, by name. `chosen`: an id in the address whose actor is gone stays in the list. */
function useActors(chosen: string | undefined): Option[] {
  const { may } = useSession();
  const operators = useList(
    ['operators'],
    (signal) => read(api.GET('/v2/operators', { params: { query: { limit: 100 } }, signal })),
    { enabled: may('operators:read', 'read') },
  );
  const tokens = useList(
    ['api-tokens', 'all'],
    (signal) => read(api.GET('/v2/api-tokens', { params: { query: { limit: 100 } }, signal })),
    { enabled: may('account:write', 'read') },
  );
  const known: Option[] = [
    { value: 'system', text: 'The service' },
    ...(operators.data?.data ?? []).map(({ id, name, email }) => ({ value: id, text: name || email })),
    ...(tokens.data?.data ?? []).map(({ id, name }) => ({ value: id, text: `Token ${name}` })),
  ];
  const isKnown = chosen === undefined || known.some(({ value }) => value === chosen);
  return isKnown ? known : [...known, { value: chosen, text: chosen }];
}
