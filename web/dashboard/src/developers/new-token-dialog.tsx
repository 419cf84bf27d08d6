import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { scopes } from 'virtual:contract-words';
import { api, read } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { lines } from '../app/lines.ts';
import { useSession } from '../app/session/session.tsx';
import { scopeTexts } from '../app/session/scope-texts.ts';
import { CheckboxList } from '../ui/checkbox.tsx';
import { FormDialog } from '../ui/dialogs/form-dialog.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';

type Scope = (typeof scopes)[number];
const lifetimes = [
  { value: '', text: 'Never' },
  { value: '30', text: 'In 30 days' },
  { value: '90', text: 'In 90 days' },
  { value: '365', text: 'In a year' },
];

export function NewTokenDialog({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (token: Schemas['CreatedApiToken']) => void;
}) {
  const { administers } = useSession();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Scope[]>(['identities:read']);
  const [days, setDays] = useState('');
  const [networks, setNetworks] = useState('');
  const create = useMutation({
    mutationFn: () =>
      read(
        api.POST('/v2/api-tokens', {
          body: {
            name,
            scopes: chosen,
            allowedNetworks: lines(networks),
            expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString(),
          },
        }),
      ),
    onSuccess: onDone,
  });
  return (
    <FormDialog
      title="New API token"
      submit={create}
      action="Create token"
      disabled={chosen.length === 0}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="The system that uses the token."
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <CheckboxList
        legend="Scopes"
        values={scopes.filter((scope) => administers || scope !== 'account:write')}
        chosen={chosen}
        onChange={setChosen}
        textOf={(scope) => (
          <>
            {scopeTexts[scope]}
            <code className="block font-mono text-xs font-normal text-faint">{scope}</code>
          </>
        )}
      />
      <SelectField label="Expires" value={days} options={lifetimes} onChange={(event) => setDays(event.target.value)} />
      <TextArea
        label="Allowed networks"
        hint="One for each line, such as 203.0.113.0/24. Leave empty to allow every address."
        className="min-h-16! font-mono text-[13px]"
        value={networks}
        onChange={(event) => setNetworks(event.target.value)}
      />
    </FormDialog>
  );
}
