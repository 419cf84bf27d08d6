import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { messageOf } from '../api/problem.ts';
import type { Schemas } from '../api/schema.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

const overlaps = [
  { value: '0', text: 'Ends at once' },
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
    <Dialog title={`Rotate the token “${token.name}”`} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          rotate.mutate();
        }}
      >
        <p className="text-soft">It gets a new secret. Choose what becomes of the old one.</p>
        <SelectField
          label="The old secret"
          value={overlap}
          options={overlaps}
          onChange={(event) => setOverlap(event.target.value)}
        />
        {rotate.isError && <Notice tone="bad">{messageOf(rotate.error)}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={rotate.isPending}>
            Rotate
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
