import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { eventTypes } from 'virtual:contract-words';
import { api, read } from '../api/client.ts';
import { ApiProblem, messageOf } from '../api/problem.ts';
import type { Schemas } from '../api/schema.ts';
import { Button } from '../ui/button.tsx';
import { CheckboxList } from '../ui/checkbox.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

type EndpointDialogProps = { onClose: () => void } & (
  | { endpoint: Schemas['WebhookEndpoint']; onSaved: (endpoint: Schemas['WebhookEndpoint']) => void; onCreated?: never }
  | { endpoint?: never; onSaved?: never; onCreated: (endpoint: Schemas['CreatedWebhookEndpoint']) => void }
);

/** A new endpoint, or a change of one. */
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
    <Dialog title={endpoint === undefined ? 'New webhook endpoint' : 'Change endpoint'} onClose={onClose}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextField
          label="Address"
          type="url"
          required
          autoFocus
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
          hint="None chosen: all of them."
          values={eventTypes}
          chosen={chosen}
          onChange={setChosen}
          textOf={(type) => <code className="font-mono text-[13px] font-normal break-all">{type}</code>}
        />
        {save.isError && fault === undefined && <Notice tone="bad">{messageOf(save.error)}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {endpoint === undefined ? 'Add endpoint' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
