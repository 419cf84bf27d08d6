import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { words } from './words.ts';

/** Work that has waited longer than this needs more workers, or a working one. */
const lateSeconds = 60;

/** How much work waits in each queue, updated live. */
export function QueueCard() {
  const query = useQuery({
    queryKey: ['queues'],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/v2/queues', { signal });
      if (data === undefined) throw new TypeError('no answer');
      return data.queues;
    },
    refetchInterval: 5_000,
  });
  return (
    <Card title="Queues" description="Background jobs: those that can run now, and those that are scheduled." flush>
      <QueryView query={query}>
        {(queues) => (
          <DataTable
            label="Queues"
            rows={queues}
            rowKey={(row) => row.name}
            empty={<p className="p-5 text-soft">The queues can’t be read.</p>}
            columns={[
              { header: 'Queue', cell: (row) => <span className="font-medium">{words(row.name)}</span> },
              { header: 'Due', cell: (row) => row.dueJobs.toLocaleString() },
              { header: 'Later', className: 'hidden sm:table-cell', cell: (row) => row.laterJobs.toLocaleString() },
              {
                header: 'Oldest',
                cell: (row) =>
                  row.dueJobs === 0 ? (
                    '–'
                  ) : row.oldestSeconds > lateSeconds ? (
                    <Badge tone="warn">{`${Math.round(row.oldestSeconds)} s`}</Badge>
                  ) : (
                    `${row.oldestSeconds.toFixed(1)} s`
                  ),
              },
              {
                header: 'Workers',
                cell: (row) => (row.workers === 0 ? <Badge tone="bad">None</Badge> : row.workers),
              },
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
}
