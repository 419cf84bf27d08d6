import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { FormDialog } from '../ui/dialogs/form-dialog.tsx';
import { SelectField } from '../ui/field.tsx';

const overlaps = [
  { value: '0', text: 'Stops working immediately' },
  { value: '3600', text: 'Works for another hour' },
  { value: '86400', text: 'Works for another day' },
  { value: '604800', text: 'Works for another week' },
];

export function RotateTokenDialog({
  token,
  onClose,
  onDone,
}: {
  token: Schemas['ApiToken'];
  onClose: () => void;
  onDone: (token: Schemas['CreatedApiToken']) => void;
}) {
  const [overlap, setOverlap] = useState('86400');
  const rotate = useMutation({
    mutationFn: () =>
      read(
        api.POST('/v2/api-tokens/{tokenId}/rotate', {
          params: { path: { tokenId: token.id } },
          body: { overlapSeconds: Number(overlap) },
        }),
      ),
    onSuccess: onDone,
  });
  return (
    <FormDialog title={`Rotate the token “${token.name}”`} submit={rotate} action="Rotate" onClose={onClose}>
      <p className="text-soft">The token gets a new secret. Choose how long the old one works.</p>
      <SelectField
        label="The old secret"
        value={overlap}
        options={overlaps}
        onChange={(event) => setOverlap(event.target.value)}
      />
    </FormDialog>
  );
}
