import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { stepTypes } from 'virtual:contract-flow';
import { api, read } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { useClientKey, useSession } from '../app/session/session.tsx';
import { stepText } from '../app/flows/step-texts.ts';
import { FlowActions } from '../flow/flow-actions.tsx';
import { newStep, useFlowFaults, type FlowDraft, type StepType } from '../flow/flow-draft.ts';
import { FlowWarnings } from '../flow/flow-warnings.tsx';
import { FlowSettings } from '../flow/flow-settings.tsx';
import { PolicyEditor } from '../flow/policy-editor.tsx';
import { StepEditor } from '../flow/step-editor.tsx';
import { StepList } from '../flow/step-list.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Id } from '../ui/copy.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageQuery } from '../ui/page-query.tsx';
import { Page } from '../ui/page.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

type Flow = Schemas['Flow'];
const route = getRouteApi('/gate/shell/flows/$flowId');
const parts = ['Steps', 'Policy', 'Settings'] as const;

export function FlowPage() {
  const { flowId } = route.useParams();
  const client = useClientKey();
  const query = useQuery({
    queryKey: [client, 'flow', flowId],
    queryFn: ({ signal }) => read(api.GET('/v2/flows/{flowId}', { params: { path: { flowId } }, signal })),
    // A newer answer must not overwrite what an operator drafts.
    refetchOnWindowFocus: false,
  });
  return <PageQuery query={query}>{(flow) => <FlowBuilder key={flow.id} flow={flow} />}</PageQuery>;
}

function FlowBuilder({ flow }: { flow: Flow }) {
  const { may } = useSession();
  const [draft, setDraft] = useState<FlowDraft>(flow.draft);
  const [part, setPart] = useState<(typeof parts)[number]>('Steps');
  const check = useFlowFaults(draft);
  const locked = !may('flows:write');
  const faults = check.data?.errors ?? [];
  const warnings = check.data?.warnings ?? [];
  const faultOf = (pointer: string) => faults.find((fault) => fault.pointer === pointer)?.detail;
  const changed = JSON.stringify(draft) !== JSON.stringify(flow.draft);
  return (
    <Page
      title={flow.name}
      aside={
        <>
          <StatusBadge
            state={flow.state}
            {...(flow.latestVersion !== null &&
              flow.state === 'published' && { text: `Published, version ${flow.latestVersion}` })}
          />
          {changed ? (
            <Badge tone="warn">Not saved</Badge>
          ) : (
            flow.hasUnpublishedChanges && flow.state !== 'draft' && <Badge tone="info">Unpublished changes</Badge>
          )}
        </>
      }
      description={<Id value={flow.id} whole />}
      actions={
        <FlowActions
          flow={flow}
          draft={draft}
          changed={changed}
          valid={faults.length === 0}
          warnings={warnings}
          onSaved={(saved) => setDraft(saved.draft)}
        />
      }
    >
      {faults.length > 0 && (
        <Notice tone="bad">
          <p className="font-medium">This draft can’t be saved yet.</p>
          <ul className="mt-1">
            {faults.map(({ pointer, detail }) => (
              <li key={`${pointer} ${detail}`}>
                <code className="font-mono text-[13px]">{pointer || '/'}</code> {detail}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice tone="warn">
          <p className="font-medium">What this flow does not check</p>
          <FlowWarnings warnings={warnings} />
        </Notice>
      )}
      {check.isError && (
        <Notice tone="warn">The draft could not be checked just now; it is checked again when it is saved.</Notice>
      )}
      <div
        role="group"
        aria-label="Parts of the flow"
        className="flex gap-1 self-start rounded-lg border border-line bg-sunken p-1"
      >
        {parts.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === part}
            onClick={() => setPart(name)}
            className={`rounded-md px-3.5 py-1.5 font-medium ${name === part ? 'bg-surface shadow-card' : 'text-soft hover:text-ink'}`}
          >
            {name}
          </button>
        ))}
      </div>
      <fieldset disabled={locked} className="contents">
        {part === 'Steps' && (
          <Steps draft={draft} locked={locked} faultOf={faultOf} faults={faults} onChange={setDraft} />
        )}
        {part === 'Policy' && (
          <PolicyEditor draft={draft} faultOf={faultOf} onChange={(policy) => setDraft({ ...draft, policy })} />
        )}
        {part === 'Settings' && <FlowSettings name={flow.name} draft={draft} faultOf={faultOf} onChange={setDraft} />}
      </fieldset>
    </Page>
  );
}

interface StepsProps {
  draft: FlowDraft;
  locked: boolean;
  faultOf: (pointer: string) => string | undefined;
  faults: readonly { pointer: string }[];
  onChange: (draft: FlowDraft) => void;
}

function Steps({ draft, locked, faultOf, faults, onChange }: StepsProps) {
  const [chosen, setChosen] = useState(0);
  const { steps } = draft;
  const move = (from: number, to: number) => {
    const next = [...steps];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange({ ...draft, steps: next });
    setChosen(to);
  };
  const add = (type: StepType) => {
    onChange({
      ...draft,
      steps: [
        ...steps,
        newStep(
          type,
          steps.map(({ id }) => id),
        ),
      ],
    });
    setChosen(steps.length);
  };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[21rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-3">
        <StepList
          steps={steps}
          chosen={chosen}
          locked={locked}
          hasFault={(index) => faults.some(({ pointer }) => pointer.startsWith(`/steps/${index}/`))}
          onChoose={setChosen}
          onMove={move}
          onRemove={(index) => {
            onChange({ ...draft, steps: steps.filter((_step, place) => place !== index) });
            setChosen(Math.max(0, Math.min(chosen, steps.length - 2)));
          }}
        />
        {!locked && (
          <Menu align="start" trigger={<Button icon={<Plus aria-hidden className="size-4" />}>Add step</Button>}>
            {stepTypes.map(({ type }) => {
              const { name, about, Icon } = stepText(type);
              return (
                <MenuItem key={type} onSelect={() => add(type as StepType)}>
                  <Icon aria-hidden className="size-4 shrink-0 text-faint" />
                  <span className="max-w-72">
                    <span className="font-medium">{name}</span>
                    <span className="block text-[13px] text-faint">{about}</span>
                  </span>
                </MenuItem>
              );
            })}
          </Menu>
        )}
      </div>
      <StepEditor
        key={`${chosen} ${steps.length}`}
        draft={draft}
        index={chosen}
        faultOf={faultOf}
        onChange={(step) =>
          onChange({ ...draft, steps: steps.map((other, index) => (index === chosen ? step : other)) })
        }
      />
    </div>
  );
}
