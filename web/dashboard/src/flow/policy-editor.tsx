import { stepTypes } from 'virtual:contract-flow';
import { reasonTexts } from 'virtual:contract-words';
import { useState } from 'react';
import { words } from '../app/words.ts';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import type { FaultOf, FlowDraft } from './flow-draft.ts';

type Action = FlowDraft['policy'][string];
const actions: readonly { value: Action; text: string }[] = [
  { value: 'accept', text: 'Accept' },
  { value: 'review', text: 'Send to review' },
  { value: 'reject', text: 'Reject' },
];

/** The consequence of each reason in this flow. By default a failed check rejects, and a doubtful one goes to review. */
export function PolicyEditor({
  draft,
  faultOf,
  onChange,
}: {
  draft: FlowDraft;
  faultOf: FaultOf;
  onChange: (policy: FlowDraft['policy']) => void;
}) {
  const [all, setAll] = useState(false);
  const types = new Set(draft.steps.map(({ type }) => type as string));
  const checks = stepTypes.filter(({ type }) => types.has(type)).flatMap((step) => step.checks);
  const seen = new Set<string>();
  const groups = checks
    .map(({ id, codes }) => ({
      id,
      codes: codes.filter((code) => !code.startsWith('check.') && !seen.has(code) && seen.add(code).has(code)),
    }))
    .filter(({ codes }) => codes.length > 0);
  const set = (code: string, action: string) => {
    const { [code]: _before, ...rest } = draft.policy;
    const known = actions.find(({ value }) => value === action);
    onChange(known === undefined ? rest : { ...rest, [code]: known.value });
  };
  const changed = Object.keys(draft.policy).length;
  return (
    <Card
      title="Policy"
      description="A failed check rejects the person and a doubtful one leads to a review. Change that here for single codes. A check that could not be made is never accepted."
      actions={<Checkbox label="Show every reason" checked={all} onChange={setAll} />}
      flush
    >
      {!all && changed === 0 && (
        <p className="px-5 py-4 text-soft">This flow uses the default action for every code.</p>
      )}
      {groups.map(({ id, codes }) => {
        const shown = codes.filter((code) => all || draft.policy[code] !== undefined);
        if (shown.length === 0) return null;
        return (
          <fieldset key={id} className="border-b border-line px-5 py-4 last:border-b-0">
            <legend className="float-left mb-2 w-full font-medium">{words(id)}</legend>
            <ul className="clear-both flex flex-col gap-2.5">
              {shown.map((code) => (
                <li key={code} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
                  <span className="min-w-0 flex-1 basis-56">
                    {reasonTexts[code]} <code className="font-mono text-xs break-all text-faint">{code}</code>
                    {faultOf(`/policy/${code}`) !== undefined && (
                      <span className="block text-[13px] font-medium text-bad">{faultOf(`/policy/${code}`)}</span>
                    )}
                  </span>
                  <select
                    aria-label={`Action for ${code}`}
                    className="control w-44!"
                    value={draft.policy[code] ?? ''}
                    onChange={(event) => set(code, event.target.value)}
                  >
                    <option value="">Default</option>
                    {actions.map(({ value, text }) => (
                      <option key={value} value={value}>
                        {text}
                      </option>
                    ))}
                  </select>
                </li>
              ))}
            </ul>
          </fieldset>
        );
      })}
    </Card>
  );
}
