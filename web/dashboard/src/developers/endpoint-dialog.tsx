import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { eventTypes } from 'virtual:contract-words';
import { api, read } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import type { Schemas } from '../api/schema.ts';
import { CheckboxList } from '../ui/checkbox.tsx';
import { FormDialog } from '../ui/dialogs/form-dialog.tsx';
import { TextField } from '../ui/field.tsx';

type EndpointDialogProps = { onClose: () => void } & (
  | { endpoint: Schemas['WebhookEndpoint']; onSaved: (endpoint: Schemas['WebhookEndpoint']) => void; onCreated?: never }
  | { endpoint?: never; onSaved?: never; onCreated: (endpoint: Schemas['CreatedWebhookEndpoint']) => void }
);

/** Creates an endpoint or changes one. */
export function EndpointDialog({ endpoint, onClose, onCreated, onSaved }: EndpointDialogProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [chosen, setChosen] = useState([...(endpoint?.eventTypes ?? [])]);
  const body = { url, description, eventTypes: chosen };
  const save = useMutation({
    mutationFn: async () => {
      if (endpoint === undefined) onCreated(await read(api.POST('/v2/webhook-endpoints', { body })));
      else
        onSaved(
          await read(
            api.PATCH('/v2/webhook-endpoints/{endpointId}', { params: { path: { endpointId: endpoint.id } }, body }),
          ),
        );
    },
  });
  const fault = save.error instanceof ApiProblem ? save.error.faultOf('/url') : undefined;
  return (
    <FormDialog
      title={endpoint === undefined ? 'New webhook endpoint' : 'Change endpoint'}
      submit={save}
      action={endpoint === undefined ? 'Add endpoint' : 'Save'}
      {...(fault !== undefined && { message: null })}
      onClose={onClose}
    >
      <TextField
        label="Address"
        type="url"
        required
        placeholder="https://bank.example/hooks/verify"
        fault={fault}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <TextField
        label="Description"
        maxLength={200}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <CheckboxList
        legend="Events"
        hint="Choose none to send all of them."
        values={eventTypes}
        oneColumn
        chosen={chosen}
        onChange={setChosen}
        textOf={(type) => <code className="font-mono text-[13px] font-normal break-all">{type}</code>}
      />
    </FormDialog>
  );
}
