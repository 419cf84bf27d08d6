import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { QueueCard } from '../app/queue-card.tsx';
import { words } from '../app/words.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

type Ready = Schemas['Ready'];

const modelLooks: Readonly<Record<string, { text: string; tone: Tone }>> = {
  loaded: { text: 'Loaded', tone: 'good' },
  unknown: { text: 'Not reported yet', tone: 'neutral' },
  notDownloaded: { text: 'Not downloaded', tone: 'warn' },
  missing: { text: 'Missing', tone: 'bad' },
  wrongHash: { text: 'Not the expected file', tone: 'bad' },
};

/** Downloads are optional, so the service is ready without them; but their checks decide nothing. */
function Working({ absent }: { absent: number }) {
  if (absent === 0) return <Notice tone="good">Everything works.</Notice>;
  return (
    <Notice tone="warn">
      Everything works, except checks that need one of the models that are not downloaded ({absent}): they send people
      to review. Run <code className="font-mono">npm run models</code> where the workers run, then start the workers
      again.
    </Notice>
  );
}

/** On a phone, the detail has no column. */
function PartName({ part }: { part: Ready['parts'][number] }) {
  return (
    <>
      <span className="font-medium">{words(part.name)}</span>
      {part.detail !== null && <span className="block text-[13px] text-soft sm:hidden">{part.detail}</span>}
    </>
  );
}

/** What works and what does not, according to the service. */
export function HealthPage() {
  const query = useQuery({
    queryKey: ['health'],
    // A 503 is a valid answer, too: it names the parts that are down.
    queryFn: async ({ signal }): Promise<Ready> => {
      const { data, error } = await api.GET('/health/ready', { signal });
      const ready = data ?? error;
      if (!('parts' in ready)) throw new TypeError('no answer');
      return ready as Ready; // Only this answer has parts; a problem document has none.
    },
    refetchInterval: 5_000,
  });
  return (
    <Page title="Health" description="Databases, queues, providers and models, as they are now.">
      <QueryView query={query}>
        {({ status, parts, models }) => (
          <>
            {status === 'ready' ? (
              <Working absent={models.filter((model) => model.status === 'notDownloaded').length} />
            ) : (
              <Notice tone={status === 'degraded' ? 'warn' : 'bad'}>
                {status === 'degraded'
                  ? 'The service is running, but not everything works: '
                  : 'The service can’t answer requests: '}
                {parts
                  .filter((part) => part.status === 'down')
                  .map(({ name }) => words(name))
                  .join(', ') || 'a part is missing'}
                .
              </Notice>
            )}
            <Card title="Parts" flush>
              <DataTable
                label="Parts of the service"
                rows={parts}
                rowKey={(row) => row.name}
                empty={<p className="p-5 text-soft">None reported.</p>}
                columns={[
                  { header: 'Part', cell: (row) => <PartName part={row} /> },
                  { header: 'State', cell: (row) => <StatusBadge state={row.status} /> },
                  {
                    header: 'Detail',
                    className: 'hidden sm:table-cell',
                    cell: (row) => <span className="text-soft">{row.detail ?? ''}</span>,
                  },
                ]}
              />
            </Card>
            <QueueCard />
            <Card
              title="Models"
              description="The models as the workers report them. If the model of a check is missing, the verification goes to review."
              flush
            >
              <DataTable
                label="Models"
                rows={models}
                rowKey={(row) => row.name}
                empty={<p className="p-5 text-soft">No worker has reported a model yet.</p>}
                columns={[
                  { header: 'Model', cell: (row) => <span className="font-medium">{row.name}</span> },
                  {
                    header: 'State',
                    cell: (row) => (
                      <Badge tone={modelLooks[row.status]?.tone ?? 'neutral'}>
                        {modelLooks[row.status]?.text ?? words(row.status)}
                      </Badge>
                    ),
                  },
                  {
                    header: 'SHA-256',
                    className: 'hidden md:table-cell',
                    cell: (row) => (
                      <code className="font-mono text-xs text-faint">{row.sha256?.slice(0, 24) ?? '–'}</code>
                    ),
                  },
                ]}
              />
            </Card>
          </>
        )}
      </QueryView>
    </Page>
  );
}
