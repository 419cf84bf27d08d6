import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { api, read } from '../../api/client.ts';
import type { Schemas } from '../../api/schema.ts';
import { useClientKey, useSession } from '../../app/session/session.tsx';
import { useSaveSettings, useSettings } from '../../app/settings-query.ts';
import { bytesText } from '../../app/words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { Details } from '../../ui/details.tsx';
import { TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';

export function RetentionPage() {
  const settings = useSettings();
  return (
    <Page
      title="Retention"
      description="How long the service keeps pictures and data. Every night it deletes what is older and notes it in the audit log."
    >
      <QueryView query={settings}>{(data) => <RetentionForm key={JSON.stringify(data)} settings={data} />}</QueryView>
    </Page>
  );
}

const daysOf = (text: string) => (text === '' ? null : Number(text));

function RetentionForm({ settings }: { settings: Schemas['Settings'] }) {
  const { may, administers } = useSession();
  const mayChange = may('account:write') && administers;
  const save = useSaveSettings();
  const confirm = useConfirm();
  const [media, setMedia] = useState(settings.mediaRetentionDays === null ? '' : String(settings.mediaRetentionDays));
  const [data, setData] = useState(settings.dataRetentionDays === null ? '' : String(settings.dataRetentionDays));
  const changed = daysOf(media) !== settings.mediaRetentionDays || daysOf(data) !== settings.dataRetentionDays;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title="Kept for">
        <form
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            confirm({
              title: 'Change the retention of this client?',
              body: 'The next run deletes everything that is older than the new limits. This can’t be undone.',
              action: 'Change retention',
              run: () => save.mutateAsync({ mediaRetentionDays: daysOf(media), dataRetentionDays: daysOf(data) }),
            });
          }}
        >
          <fieldset disabled={!mayChange} className="flex flex-col gap-5">
            <TextField
              label="Pictures and recordings (days)"
              type="number"
              min={1}
              max={36_500}
              placeholder="For ever"
              hint="Leave empty to keep them for ever."
              value={media}
              onChange={(event) => setMedia(event.target.value)}
            />
            <TextField
              label="Data (days)"
              type="number"
              min={1}
              max={36_500}
              placeholder="For ever"
              hint="Names, numbers and all other data that was read. Leave empty to keep it for ever."
              value={data}
              onChange={(event) => setData(event.target.value)}
            />
          </fieldset>
          {mayChange && (
            <Button type="submit" variant="primary" className="self-start" disabled={!changed} busy={save.isPending}>
              Save
            </Button>
          )}
        </form>
      </Card>
      <Preview media={daysOf(media)} data={daysOf(data)} />
    </div>
  );
}

/** What would be deleted tonight, counted by the server for the values in the form. */
function Preview({ media, data }: { media: number | null; data: number | null }) {
  const client = useClientKey();
  const limits = useDeferredValue(JSON.stringify({ media, data }));
  const query = useQuery({
    queryKey: [client, 'retention-preview', limits],
    queryFn: ({ signal }) =>
      read(
        api.GET('/v2/retention-preview', {
          params: {
            query: {
              ...(media !== null && { mediaRetentionDays: media }),
              ...(data !== null && { dataRetentionDays: data }),
            },
          },
          signal,
        }),
      ),
  });
  return (
    <Card title="What would be deleted now" description="With the limits in the form.">
      <QueryView query={query} rows={3}>
        {({ mediaFiles, mediaBytes, verifications, identities }) => (
          <Details
            items={[
              ['Files', `${mediaFiles.toLocaleString()} (${bytesText(mediaBytes)})`],
              ['Verifications', verifications.toLocaleString()],
              ['Identities', identities.toLocaleString()],
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
}
