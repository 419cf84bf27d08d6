import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { BarChart3 } from 'lucide-react';
import { useMemo } from 'react';
import type { Schemas } from '../api/schema.ts';
import { Figure } from '../analytics/figure.tsx';
import { everyDay } from '../analytics/every-day.ts';
import { Funnel } from '../analytics/funnel.tsx';
import { percentText, useReport } from '../analytics/report-query.ts';
import { useFlows } from '../app/flows/flow-options.ts';
import { given } from '../app/lists/search.ts';
import { countryName } from '../app/words.ts';
import { Card } from '../ui/card.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { SelectField } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { ReasonText } from '../ui/reason-text.tsx';
import { Empty } from '../ui/states.tsx';
import { durationText } from '../ui/time.tsx';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { loadPart } from '../../../shared/load-part.ts';

type Report = Schemas['AnalyticsReport'];
const route = getRouteApi('/gate/shell/analytics');
const DayChart = lazyPart(
  async () => (await loadPart(() => import('../analytics/day-chart.tsx'))).DayChart,
  <div className="skeleton h-60" />,
);
const spans = [
  { value: '7', text: 'Last 7 days' },
  { value: '30', text: 'Last 30 days' },
  { value: '90', text: 'Last 90 days' },
  { value: '365', text: 'Last 365 days' },
];

export function AnalyticsPage() {
  const { days = '30', flowId } = route.useSearch();
  const navigate = useNavigate();
  const flows = useFlows();
  const span = spans.find(({ value }) => value === days) ?? { value: '30', text: '' };
  const report = useReport(Number(span.value), flowId);
  const follow = (search: { days?: string; flowId?: string }) =>
    void navigate({ to: '/analytics', search: given({ days, flowId, ...search }) });
  const nameOf = (id: string) => flows.data?.find((flow) => flow.id === id)?.name ?? id;
  return (
    <Page
      title="Analytics"
      description="How many people completed a verification, by the day on which they started."
      actions={
        <>
          <div className="w-40">
            <SelectField
              label={<span className="sr-only">Span</span>}
              value={span.value}
              options={spans}
              onChange={(event) => follow({ days: event.target.value })}
            />
          </div>
          {flows.data && flows.data.length > 0 && (
            <div className="w-44">
              <SelectField
                label={<span className="sr-only">Flow</span>}
                value={flowId ?? ''}
                options={[
                  { value: '', text: 'All flows' },
                  ...flows.data.map(({ id, name }) => ({ value: id, text: name })),
                ]}
                onChange={(event) => follow({ flowId: event.target.value })}
              />
            </div>
          )}
        </>
      }
    >
      <QueryView query={report} rows={8}>
        {(data) => <ReportView report={data} nameOf={nameOf} />}
      </QueryView>
    </Page>
  );
}

function ReportView({ report, nameOf }: { report: Report; nameOf: (flowId: string) => string }) {
  const { totals, funnel, errors } = report;
  const days = useMemo(() => everyDay(report.days, report), [report]);
  if (totals.started === 0 && errors.length === 0) {
    return (
      <Card>
        <Empty Icon={BarChart3} title="Nothing to count yet">
          Nobody started a verification in this period.
        </Empty>
      </Card>
    );
  }
  return (
    <>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure label="Started" value={totals.started.toLocaleString()} />
        <Figure
          label="Completed all inputs"
          value={percentText(totals.inputsCompleted, totals.started)}
          detail={`${totals.inputsCompleted.toLocaleString()} of ${totals.started.toLocaleString()}`}
        />
        <Figure
          label="Verified"
          value={percentText(totals.verified, totals.inputsCompleted)}
          detail={`${totals.verified.toLocaleString()} of ${totals.inputsCompleted.toLocaleString()} who submitted`}
        />
        <Figure
          label="Median time to verdict"
          value={totals.medianMsToVerdict === null ? '–' : durationText(totals.medianMsToVerdict)}
        />
      </div>
      <Card title="By day">
        <DayChart days={days} />
        <details className="mt-4">
          <summary className="link w-fit">Show the numbers as a table</summary>
          <div
            className="mt-3 max-h-80 overflow-auto rounded-lg border border-line"
            role="region"
            aria-label="Numbers by day"
            tabIndex={0}
          >
            <table className="w-full text-right text-[13px] tabular-nums">
              <thead>
                <tr className="border-b border-line text-faint">
                  {['Day', 'Started', 'Verified', 'Needs review', 'Rejected'].map((header, index) => (
                    <th key={header} scope="col" className={`px-4 py-2 font-medium ${index === 0 ? 'text-left' : ''}`}>
                      {header}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.toReversed().map((day) => (
                  <tr key={day.date} className="border-b border-line last:border-b-0">
                    <th scope="row" className="px-4 py-1.5 text-left font-normal">
                      {day.date}
                    </th>
                    <td className="px-4">{day.started}</td>
                    <td className="px-4">{day.verified}</td>
                    <td className="px-4">{day.reviewNeeded}</td>
                    <td className="px-4">{day.rejected}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </Card>
      <Card
        title="Funnel"
        description="How many people completed each step that they reached, and how long it took."
        flush
      >
        <Funnel steps={funnel} nameOf={nameOf} />
      </Card>
      <Card title="What went wrong" description="Codes that people were shown, by platform and country." flush>
        <DataTable
          label="Errors"
          rows={errors}
          rowKey={(row) => `${row.code} ${row.platform} ${row.country ?? ''}`}
          empty={<p className="p-5 text-soft">No data in this period.</p>}
          columns={[
            { header: 'Code', cell: (row) => <ReasonText code={row.code} /> },
            { header: 'Platform', className: 'hidden sm:table-cell', cell: (row) => row.platform },
            {
              header: 'Country',
              className: 'hidden sm:table-cell',
              cell: (row) => (row.country === null ? '–' : countryName(row.country)),
            },
            { header: 'Times', className: 'text-right tabular-nums', cell: (row) => row.count.toLocaleString() },
          ]}
        />
      </Card>
    </>
  );
}
