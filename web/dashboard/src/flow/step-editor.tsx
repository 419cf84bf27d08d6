import { stepText } from '../app/flows/step-texts.ts';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { schemaOfStep } from './config-schema.ts';
import type { DraftStep, FaultOf, FlowDraft } from './flow-draft.ts';
import { SchemaForm } from './schema-field.tsx';

interface StepEditorProps {
  draft: FlowDraft;
  index: number;
  faultOf: FaultOf;
  onChange: (step: DraftStep) => void;
}

/** Settings of one step; the form is made from the contract's schema of its type. */
export function StepEditor({ draft, index, faultOf, onChange }: StepEditorProps) {
  const step = draft.steps[index];
  if (step === undefined) return null;
  const { name, about } = stepText(step.type);
  const pointer = `/steps/${index}`;
  return (
    <Card title={name} description={about}>
      <div className="flex flex-col gap-5">
        <TextField
          label="Step id"
          hint="Results and webhooks use this name for the step."
          className="font-mono"
          maxLength={60}
          fault={faultOf(`${pointer}/id`)}
          value={step.id}
          onChange={(event) => onChange({ ...step, id: event.target.value })}
        />
        <SchemaForm
          schema={schemaOfStep(step.type)}
          value={step.config}
          pointer={`${pointer}/config`}
          faultOf={faultOf}
          stepIdsOf={(wanted) => draft.steps.filter(({ type }) => type === wanted).map(({ id }) => id)}
          onChange={(config) => onChange({ ...step, config } as DraftStep)} // Made by the form of this very type; the server checks it.
        />
      </div>
    </Card>
  );
}
