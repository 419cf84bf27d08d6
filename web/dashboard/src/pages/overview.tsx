import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { Figure } from '../analytics/figure.tsx';
import { Funnel } from '../analytics/funnel.tsx';
import { percentText, startOfDay, useReport } from '../analytics/report-query.ts';
import { api, read } from '../api/client.ts';
import { useFlows } from '../app/flows/flow-options.ts';
import { FirstSteps } from '../app/flows/first-steps.tsx';
import { useList } from '../app/lists/list-query.tsx';
import { PersonName } from '../app/person-name.tsx';
import { useSession } from '../app/session/session.tsx';
import { Card } from '../ui/card.tsx';
import { DataTable, rowLink } from '../ui/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { durationText, Time } from '../ui/time.tsx';

/** What an operator looks at in the morning. Every figure links to its list. */
export function OverviewPage() {
  const { may, client } = useSession();
  return (
    <Page title="Overview" description={client?.name}>
      {may('account:write', 'read') && <Today />}
      <div className="grid gap-5 xl:grid-cols-2">
        {may('identities:read') && <ToReview />}
        {may('webhooks:write', 'read') && <FailingWebhooks />}
      </div>
      {may('identities:read') && <Latest />}
      {may('account:write', 'read') && <DropOff />}
    </Page>
  );
}

function Today() {
  const report = useReport(1);
  const createdAfter = startOfDay(1);
  const list = (status?: string) => ({ createdAfter, ...(status && { status }) });
  return (
    <QueryView query={report} rows={3}>
      {({ totals }) => (
        <section aria-label="Today" className="grid grid-cols-2 gap-3 lg:grid-cols-5">
          <Figure
            label="Started today"
            value={totals.started.toLocaleString()}
            detail={`${percentText(totals.inputsCompleted, totals.started)} submitted`}
            link={(className, text) => (
              <Link to="/verifications" search={list()} className={className}>
                {text}
              </Link>
            )}
          />
          <Figure
            label="Verified"
            value={totals.verified.toLocaleString()}
            detail={percentText(totals.verified, totals.inputsCompleted)}
            link={(className, text) => (
              <Link to="/verifications" search={list('verified')} className={className}>
                {text}
              </Link>
            )}
          />
          <Figure
            label="Needs review"
            value={totals.reviewNeeded.toLocaleString()}
            detail={percentText(totals.reviewNeeded, totals.inputsCompleted)}
            link={(className, text) => (
              <Link to="/verifications" search={list('reviewNeeded')} className={className}>
                {text}
              </Link>
            )}
          />
          <Figure
            label="Rejected"
            value={totals.rejected.toLocaleString()}
            detail={percentText(totals.rejected, totals.inputsCompleted)}
            link={(className, text) => (
              <Link to="/verifications" search={list('rejected')} className={className}>
                {text}
              </Link>
            )}
          />
          <Figure
            label="Median time to verdict"
            value={totals.medianMsToVerdict === null ? '–' : durationText(totals.medianMsToVerdict)}
            link={(className, text) => (
              <Link to="/analytics" search={{ days: '7' }} className={className}>
                {text}
              </Link>
            )}
          />
        </section>
      )}
    </QueryView>
  );
}

function ToReview() {
  const list = useList(
    ['verifications', 'to-review'],
    (signal) => read(api.GET('/v2/verifications', { params: { query: { status: 'reviewNeeded', limit: 5 } }, signal })),
    { everyMs: 10_000 },
  );
  return (
    <Card
      title="Waiting for a person"
      flush
      actions={
        <Link to="/verifications" search={{ status: 'reviewNeeded' }} className="link">
          All
        </Link>
      }
    >
      <QueryView query={list} rows={4}>
        {({ data }) => (
          <DataTable
            label="Waiting for a person"
            rows={data}
            rowKey={(row) => row.id}
            empty={
              <Empty Icon={CircleCheck} title="Nothing to review">
                Doubtful cases appear here.
              </Empty>
            }
            columns={[
              {
                header: 'Person',
                cell: (row) => (
                  <Link
                    to="/verifications/$verificationId"
                    params={{ verificationId: row.id }}
                    search={{ queue: 'reviewNeeded' }}
                    {...rowLink}
                  >
                    <PersonName row={row} />
                  </Link>
                ),
              },
              {
                header: 'Flow',
                className: 'hidden sm:table-cell',
                cell: (row) => <span className="text-soft">{row.flow.name}</span>,
              },
              {
                header: 'Finished',
                className: 'text-right',
                cell: (row) => <Time at={row.finishedAt ?? row.createdAt} />,
              },
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
}

function FailingWebhooks() {
  const list = useList(
    ['deliveries', 'failed'],
    (signal) => read(api.GET('/v2/deliveries', { params: { query: { state: 'failed', limit: 5 } }, signal })),
    { everyMs: 15_000 },
  );
  return (
    <Card
      title="Failed webhooks"
      flush
      actions={
        <Link to="/developers/webhooks" className="link">
          Endpoints
        </Link>
      }
    >
      <QueryView query={list} rows={4}>
        {({ data }) => (
          <DataTable
            label="Failed deliveries"
            rows={data}
            rowKey={(row) => row.id}
            empty={
              <Empty Icon={CircleCheck} title="No delivery failed permanently">
                Webhooks that never arrived appear here.
              </Empty>
            }
            columns={[
              {
                header: 'Endpoint',
                cell: (row) => (
                  <Link
                    to="/developers/webhooks/$endpointId"
                    params={{ endpointId: row.endpointId }}
                    search={{ state: 'failed' }}
                    data-row=""
                    className={`${rowLink.className} font-mono text-[13px]`}
                  >
                    …{row.endpointId.slice(-8)}
                  </Link>
                ),
              },
              {
                header: 'Last answer',
                cell: (row) => <span className="text-soft">{lastAnswer(row.attempts.at(-1))}</span>,
              },
              { header: 'Since', className: 'text-right', cell: (row) => <Time at={row.createdAt} /> },
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
}

function lastAnswer(attempt: { status: number | null; error: string | null } | undefined): string {
  if (attempt === undefined) return '–';
  return attempt.status === null ? (attempt.error ?? 'No answer') : `HTTP ${attempt.status}`;
}

function Latest() {
  const list = useList(
    ['verifications', 'latest'],
    (signal) => read(api.GET('/v2/verifications', { params: { query: { limit: 8 } }, signal })),
    { everyMs: 10_000 },
  );
  return (
    <Card
      title="Latest verifications"
      flush
      actions={
        <Link to="/verifications" className="link">
          All
        </Link>
      }
    >
      <QueryView query={list}>
        {({ data }) => (
          <DataTable
            label="Latest verifications"
            rows={data}
            rowKey={(row) => row.id}
            empty={<FirstSteps />}
            columns={[
              {
                header: 'Person',
                cell: (row) => (
                  <Link to="/verifications/$verificationId" params={{ verificationId: row.id }} {...rowLink}>
                    <PersonName row={row} />
                  </Link>
                ),
              },
              { header: 'Status', cell: (row) => <StatusBadge state={row.status} /> },
              {
                header: 'Flow',
                className: 'hidden sm:table-cell',
                cell: (row) => <span className="text-soft">{row.flow.name}</span>,
              },
              {
                header: 'Started',
                className: 'hidden sm:table-cell text-right',
                cell: (row) => <Time at={row.createdAt} />,
              },
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
}

function DropOff() {
  const report = useReport(30);
  const flows = useFlows();
  if (report.data === undefined || report.data.funnel.length === 0) return null;
  return (
    <Card
      title="Where people stop"
      description="Last 30 days, step by step."
      flush
      actions={
        <Link to="/analytics" className="link">
          Analytics
        </Link>
      }
    >
      <Funnel steps={report.data.funnel} nameOf={(id) => flows.data?.find((flow) => flow.id === id)?.name ?? id} />
    </Card>
  );
}
