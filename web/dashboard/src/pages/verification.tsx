import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Check, ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schemas, Verification } from '../api/schema.ts';
import { useClientKey, useSession } from '../app/session/session.tsx';
import { TagsEditor } from '../app/lists/tags-editor.tsx';
import { languageName, words } from '../app/words.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Id } from '../ui/copy.tsx';
import { Details } from '../ui/details.tsx';
import { Json } from '../ui/json.tsx';
import { LongText } from '../ui/long-text.tsx';
import { Notice } from '../ui/notice.tsx';
import { PartBoundary } from '../ui/part-boundary.tsx';
import { PageQuery } from '../ui/page-query.tsx';
import { Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { useToast } from '../ui/toast.tsx';
import { useActivity } from '../verification/activity/activity-queries.ts';
import { AssigneeField } from '../verification/activity/assignee.tsx';
import { Comments } from '../verification/activity/comments.tsx';
import { DecisionCard } from '../verification/decision-card.tsx';
import { FacesCard } from '../verification/faces-card.tsx';
import { MediaViewer } from '../verification/media-viewer.tsx';
import { nameOf } from '../verification/name-of.ts';
import { ReviewDialog } from '../verification/review-dialog.tsx';
import { useReviewKeys, useReviewQueue } from '../verification/review-queue.ts';
import { StepCard } from '../verification/step-card.tsx';
import { Timeline } from '../verification/timeline.tsx';
import { VerificationMenu } from '../verification/verification-menu.tsx';
import { WebhooksSent } from '../verification/webhooks-sent.tsx';

const route = getRouteApi('/gate/shell/verifications/$verificationId');
const underWay: readonly Verification['status'][] = ['pending', 'running'];
const decided: readonly Verification['status'][] = ['verified', 'reviewNeeded', 'rejected'];

export function VerificationPage() {
  const { verificationId } = route.useParams();
  const client = useClientKey();
  const query = useQuery({
    queryKey: [client, 'verification', verificationId],
    queryFn: ({ signal }) =>
      read(api.GET('/v2/verifications/{verificationId}', { params: { path: { verificationId } }, signal })),
    // Somebody may be waiting for it to end.
    refetchInterval: ({ state }) => (state.data && underWay.includes(state.data.status) ? 2_000 : false),
  });
  return (
    <PageQuery query={query}>
      {(verification) => <VerificationView key={verification.id} verification={verification} />}
    </PageQuery>
  );
}

function VerificationView({ verification }: { verification: Verification }) {
  const { queue: inQueue } = route.useSearch();
  const client = useClientKey();
  const { may } = useSession();
  const say = useToast();
  const [opened, setOpened] = useState<string | null>(null);
  const [verdict, setVerdict] = useState<Schemas['Verdict'] | null>(null);
  const reviewable = may('verifications:write') && decided.includes(verification.status);
  const queue = useReviewQueue(verification.id, inQueue !== undefined);
  useReviewKeys(
    { onVerdict: (chosen) => reviewable && setVerdict(chosen), onNext: queue.next, onPrevious: queue.previous },
    inQueue !== undefined,
  );
  const { id, status } = verification;
  const mayEvents = may('webhooks:write', 'read');
  const events = useQuery({
    queryKey: [client, 'events', 'of', id, verification.status],
    queryFn: async ({ signal }) =>
      (await read(api.GET('/v2/events', { params: { query: { verificationId: id, limit: 100 } }, signal }))).data,
    enabled: mayEvents,
  });
  const activity = useActivity(id);
  const locked = !may('verifications:write') || status === 'deleted';
  const name = nameOf(verification);
  const files = verification.steps.flatMap((step) => step.media.map((media) => ({ stepId: step.id, media })));
  const put = (changed: Verification) => {
    queryClient.setQueryData([client, 'verification', id], changed);
    void queryClient.invalidateQueries({ queryKey: [client, 'verifications'] });
    void queryClient.invalidateQueries({ queryKey: [client, 'identity'] });
    void queryClient.invalidateQueries({ queryKey: [client, 'events'] });
    void queryClient.invalidateQueries({ queryKey: [client, 'activity', id] });
  };
  return (
    <Page
      title={name}
      aside={<StatusBadge state={verification.status} />}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px]">
          <Id value={id} />
          <span>
            <Time at={verification.createdAt} precise />
          </span>
          <Link to="/identities/$identityId" params={{ identityId: verification.identityId }} className="link">
            All verifications of this person
          </Link>
        </span>
      }
      actions={
        <>
          {reviewable && verification.status !== 'verified' && (
            <Button
              variant="primary"
              icon={<Check aria-hidden className="size-4" />}
              onClick={() => setVerdict('verified')}
            >
              Verify
            </Button>
          )}
          {reviewable && verification.status !== 'rejected' && (
            <Button variant="danger" icon={<X aria-hidden className="size-4" />} onClick={() => setVerdict('rejected')}>
              Reject
            </Button>
          )}
          {status !== 'deleted' && <VerificationMenu verification={verification} onChange={put} />}
        </>
      }
    >
      {inQueue !== undefined && <QueueBar queue={queue} />}
      {!verification.speaksForIdentity && (
        <Notice tone="warn">
          Started with the public ids alone, this attempt does not speak for the identity: its status and values are not
          the person’s. {verification.silentBecause.map(words).join(' · ')}
        </Notice>
      )}
      {typeof verification.sealed?.sealedAt === 'string' && (
        <Notice tone="info">
          This record is encrypted to the client’s own key. Only the holder of that key can read it.
        </Notice>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <PartBoundary name="The decision">
            <DecisionCard verification={verification} />
          </PartBoundary>
          {may('media:read', 'read') && (
            <PartBoundary name="The comparison of faces">
              <FacesCard steps={verification.steps} />
            </PartBoundary>
          )}
          {verification.steps.map((step) => (
            <PartBoundary key={step.id} name={`The step ${step.id}`}>
              <StepCard step={step} onOpen={setOpened} />
            </PartBoundary>
          ))}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Card title="Assigned to">
            <AssigneeField verification={verification} locked={locked} onChange={put} />
          </Card>
          <Card title="Comments">
            <QueryView query={activity} rows={2}>
              {(rows) => <Comments verificationId={id} activity={rows} locked={locked} />}
            </QueryView>
          </Card>
          <Card title="Timeline">
            <Timeline verification={verification} events={events.data ?? []} activity={activity.data ?? []} />
          </Card>
          <Card title="Tags">
            <TagsEditor
              tags={verification.tags}
              locked={locked}
              save={async (change) =>
                put(
                  await read(
                    api.PATCH('/v2/verifications/{verificationId}', {
                      params: { path: { verificationId: id } },
                      body: change,
                    }),
                  ),
                )
              }
            />
          </Card>
          <Card title="Flow and device">
            <FlowAndDevice verification={verification} />
          </Card>
          {mayEvents && events.data !== undefined && (
            <PartBoundary name="The list of webhooks">
              <WebhooksSent events={events.data} />
            </PartBoundary>
          )}
          <Card title="Metadata" description="From your server.">
            {Object.keys(verification.metadata).length === 0 ? (
              <p className="text-soft">No metadata.</p>
            ) : (
              <Json label="Metadata" value={verification.metadata} />
            )}
          </Card>
          {Object.keys(verification.deviceMetadata).length > 0 && (
            <Card title="Metadata from the device" description="Only the device says so: anyone could have written it.">
              <Json label="Metadata from the device" value={verification.deviceMetadata} />
            </Card>
          )}
        </div>
      </div>
      {opened !== null && <MediaViewer files={files} first={opened} onClose={() => setOpened(null)} />}
      {verdict !== null && (
        <ReviewDialog
          verification={verification}
          first={verdict}
          onClose={() => setVerdict(null)}
          onDone={(changed) => {
            put(changed);
            setVerdict(null);
            say(`${name}: the verdict is recorded.`);
            if (inQueue !== undefined) queue.afterVerdict();
          }}
        />
      )}
    </Page>
  );
}

function QueueBar({ queue }: { queue: ReturnType<typeof useReviewQueue> }) {
  return (
    <nav
      aria-label="Review queue"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-surface px-4 py-2.5 shadow-card"
    >
      <span className="font-medium">
        {queue.index < 0
          ? 'No longer in the queue'
          : `Case ${queue.index + 1} of ${queue.count}${queue.more ? '+' : ''}`}
      </span>
      <span className="hidden text-[13px] text-faint md:inline">
        <kbd>V</kbd> verify · <kbd>R</kbd> reject · <kbd>J</kbd> next · <kbd>K</kbd> previous
      </span>
      <span className="ml-auto flex gap-1">
        <IconButton label="Previous case" disabled={queue.index < 1} onClick={queue.previous}>
          <ChevronLeft aria-hidden className="size-5" />
        </IconButton>
        <IconButton label="Next case" onClick={queue.next}>
          <ChevronRight aria-hidden className="size-5" />
        </IconButton>
      </span>
    </nav>
  );
}

function FlowAndDevice({ verification }: { verification: Verification }) {
  const { flow, language, device, decision } = verification;
  const items = [
    ['Flow', `${flow.name}, version ${flow.version}`],
    ['Language', languageName(language)],
    ['Platform', device && `${device.platform} (SDK ${device.sdkVersion})`],
    ['Device', device && ([device.model, device.osVersion].filter(Boolean).join(', ') || null)],
    [
      'Browser',
      device?.userAgent && (
        <span className="text-[13px] text-soft">
          <LongText text={device.userAgent} />
        </span>
      ),
    ],
    [
      'Network',
      device && (
        <code className="font-mono text-[13px]">
          <LongText text={device.networkAddress} />
        </code>
      ),
    ],
    ['Languages', device?.languages.map(languageName).join(', ') ?? null],
    ['Engine', decision?.engine.version ?? null],
  ] as const;
  return <Details items={items} />;
}
