import { useState } from 'react';
import { useFlows } from '../../app/flows/flow-options.ts';
import { lines } from '../../app/lines.ts';
import { useSession } from '../../app/session/session.tsx';
import { useSaveSettings, useSettings } from '../../app/settings-query.ts';
import type { Schemas } from '../../api/schema.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyBox, Id } from '../../ui/copy.tsx';
import { Details } from '../../ui/details.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';

/** The two public ids that an SDK needs, and where it may run. */
export function SdkPage() {
  const { client } = useSession();
  const flows = useFlows();
  const settings = useSettings();
  const published = flows.data?.filter(({ state }) => state === 'published') ?? [];
  const flowId = published[0]?.id ?? 'flw_…';
  return (
    <Page title="SDK" description="To show a flow, a page or an app needs two public ids and no secret.">
      <Card title="Ids">
        <Details
          items={[
            ['Client', <Id key="client" value={client?.id ?? ''} whole />],
            ...published.map(({ id, name }) => [`Flow “${name}”`, <Id key={id} value={id} whole />] as const),
          ]}
        />
        {flows.data && published.length === 0 && <p className="mt-3 text-soft">No flow has been published yet.</p>}
      </Card>
      <Card
        title="On a web page"
        description="Add the script to your page once, and add the button where people start."
      >
        <div className="flex flex-col gap-3">
          <CopyBox label="Script" value={`<script type="module" src="${location.origin}/sdk/verify.js"></script>`} />
          <CopyBox
            label="Button"
            value={`<verify-button clientid="${client?.id ?? ''}" flowid="${flowId}"></verify-button>`}
          />
        </div>
      </Card>
      <Card
        title="In an iOS app"
        description="Set VerifyBaseURL in Info.plist to this address, and the delegate before the call."
      >
        <div className="flex flex-col gap-3">
          {samplesForIos(location.origin, client?.id ?? '', flowId).map(([label, value]) => (
            <CopyBox key={label} label={label} value={value} />
          ))}
        </div>
      </Card>
      {settings.data?.strictStart === false && (
        <Notice tone="warn">
          Strict start is off: anyone who reads the ids on your page can start these flows, also for an identity whose
          id they know. Have your backend start each verification, pass its{' '}
          <code className="font-mono">clientToken</code> to the SDK, and switch strict start on below.
        </Notice>
      )}
      <QueryView query={settings}>{(data) => <Origins key={JSON.stringify(data)} settings={data} />}</QueryView>
    </Page>
  );
}

function samplesForIos(origin: string, clientId: string, flowId: string): [string, string][] {
  return [
    ['VerifyBaseURL', origin],
    ['Swift', `Verify.shared.showVerifyFlow(clientId: "${clientId}", flowId: "${flowId}", metadata: [:])`],
    ['Objective-C', `[Verify.shared showVerifyFlowWithClientId:@"${clientId}" flowId:@"${flowId}" metadata:@{}];`],
    ['SwiftUI', `VerifyButton("Verify me", clientId: "${clientId}", flowId: "${flowId}")`],
  ];
}

function Origins({ settings }: { settings: Schemas['Settings'] }) {
  const { may, administers } = useSession();
  const save = useSaveSettings();
  const [origins, setOrigins] = useState(settings.origins.join('\n'));
  const [returnUrls, setReturnUrls] = useState(settings.returnUrls.join('\n'));
  const [strictStart, setStrict] = useState(settings.strictStart);
  return (
    <Card title="Where it may run">
      <form
        className="flex max-w-xl flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ origins: lines(origins), returnUrls: lines(returnUrls), strictStart });
        }}
      >
        <TextArea
          label="Web origins"
          hint="One for each line, such as https://bank.example. If the list is empty, every page may show your flows with the script. Only listed pages may show them in a frame."
          className="font-mono text-[13px]"
          disabled={!may('account:write')}
          value={origins}
          onChange={(event) => setOrigins(event.target.value)}
        />
        <TextArea
          label="Return addresses"
          hint="One for each line, such as https://bank.example/verified. The hosted page sends people back to these addresses only. A link names one of them exactly."
          className="font-mono text-[13px]"
          disabled={!may('account:write')}
          value={returnUrls}
          onChange={(event) => setReturnUrls(event.target.value)}
        />
        <Checkbox
          label="Strict start"
          hint="Recommended. A session starts only with a client token from your backend. The public ids alone start nothing."
          disabled={!may('account:write') || !administers}
          checked={strictStart}
          onChange={setStrict}
        />
        {may('account:write') && (
          <Button type="submit" variant="primary" busy={save.isPending} className="self-start">
            Save
          </Button>
        )}
      </form>
    </Card>
  );
}
