import { useFlows } from '../app/flows/flow-options.ts';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import type { FlowDraft } from './flow-draft.ts';

/** Whose identities an attempt of this flow may change when a device names them. */
export function ReverificationCard({ draft, onChange }: { draft: FlowDraft; onChange: (draft: FlowDraft) => void }) {
  const flows = useFlows();
  const { reverification } = draft;
  const named = reverification.flows;
  const name = (next: string[] | null) => onChange({ ...draft, reverification: { ...reverification, flows: next } });
  return (
    <Card
      title="Verifying somebody again"
      description="An attempt that a device starts changes an identity only when its flow may verify that identity’s flow again."
    >
      <div className="flex flex-col gap-3">
        <Checkbox
          label="Every flow that this one is at least as strict as"
          hint="The safe choice. Clear it to name other flows yourself."
          checked={named === null}
          onChange={(all) => name(all ? null : [])}
        />
        {named !== null &&
          (flows.data ?? []).map((flow) => (
            <Checkbox
              key={flow.id}
              label={flow.name}
              checked={named.includes(flow.id)}
              onChange={(wanted) => name(wanted ? [...named, flow.id] : named.filter((id) => id !== flow.id))}
            />
          ))}
      </div>
    </Card>
  );
}
