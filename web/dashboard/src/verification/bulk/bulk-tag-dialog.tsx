import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import type { Schemas } from '../../api/schema.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { runEach, type BulkResult } from './run-each.ts';

type Row = Schemas['VerificationListItem'];

/** Adds a tag to several verifications or removes it. Their other tags stay. */
export function BulkTagDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly Row[];
  onClose: () => void;
  onDone: (result: BulkResult<Row>) => void;
}) {
  const [act, setAct] = useState<'add' | 'remove'>('add');
  const [draft, setDraft] = useState('');
  const tag = draft.trim();
  const change = useMutation({
    mutationFn: () =>
      runEach(rows, ({ id }) =>
        read(
          api.PATCH('/v2/verifications/{verificationId}', {
            params: { path: { verificationId: id } },
            body: act === 'add' ? { addTags: [tag] } : { removeTags: [tag] },
          }),
        ),
      ),
    onSuccess: onDone,
  });
  return (
    <FormDialog
      title={rows.length === 1 ? 'Tag one verification' : `Tag ${rows.length} verifications`}
      submit={change}
      action={act === 'add' ? 'Add tag' : 'Remove tag'}
      disabled={tag === ''}
      onClose={onClose}
    >
      <SelectField
        label="Change"
        value={act}
        options={[
          { value: 'add', text: 'Add a tag' },
          { value: 'remove', text: 'Remove a tag' },
        ]}
        onChange={(event) => setAct(event.target.value === 'remove' ? 'remove' : 'add')}
      />
      <TextField label="Tag" required maxLength={60} value={draft} onChange={(event) => setDraft(event.target.value)} />
    </FormDialog>
  );
}
