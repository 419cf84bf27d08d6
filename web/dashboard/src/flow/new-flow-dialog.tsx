import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { FormDialog } from '../ui/dialogs/form-dialog.tsx';
import { TextField } from '../ui/field.tsx';

type Document = Schemas['NewFlow']['document'];
const accept = [{ type: 'passport' }, { type: 'national-id' }, { type: 'driving-license' }];
const document = { id: 'document', type: 'document', config: { accept } };
const selfie = { id: 'selfie', type: 'selfie', config: { match: 'document' } };

const templates: readonly {
  name: string;
  about: string;
  steps: readonly { id: string; type: string; config: object }[];
}[] = [
  {
    name: 'Document and selfie',
    about: 'A document, and a face that is compared with its portrait. A good place to start.',
    steps: [document, selfie],
  },
  {
    name: 'With liveness',
    about: 'The same, plus proof that somebody is in front of the camera.',
    steps: [document, { id: 'liveness', type: 'active-liveness', config: {} }, selfie],
  },
  {
    name: 'Document only',
    about: 'Reads and checks a document. No face is compared, so no consent is needed.',
    steps: [document],
  },
  {
    name: 'Contact',
    about: 'A phone number and an email address, each confirmed with a code.',
    steps: [
      { id: 'phone', type: 'phone', config: {} },
      { id: 'email', type: 'email', config: {} },
    ],
  },
];

export function NewFlowDialog({ onClose, onDone }: { onClose: () => void; onDone: (flow: Schemas['Flow']) => void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState(0);
  const create = useMutation({
    mutationFn: () =>
      // Omitted settings get the contract's defaults; the generated types require all of them.
      read(
        api.POST('/v2/flows', { body: { name, document: { steps: templates[chosen]?.steps } as unknown as Document } }),
      ),
    onSuccess: onDone,
  });
  return (
    <FormDialog title="New flow" submit={create} action="Create draft" onClose={onClose}>
      <TextField label="Name" required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
      <fieldset>
        <legend className="mb-2 font-medium">Begin with</legend>
        <div className="flex flex-col gap-2">
          {templates.map((template, index) => (
            <label
              key={template.name}
              className="flex cursor-pointer gap-3 rounded-lg border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="template"
                className="mt-1 accent-accent"
                checked={chosen === index}
                onChange={() => setChosen(index)}
              />
              <span>
                <span className="font-medium">{template.name}</span>
                <span className="block text-[13px] text-soft">{template.about}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}
