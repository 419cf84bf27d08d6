import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { verdicts } from 'virtual:contract-words';
import { api, read } from '../../api/client.ts';
import type { Schemas } from '../../api/schema.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { stateText } from '../../ui/status-badge.tsx';
import { runEach, type BulkResult } from './run-each.ts';

type Row = Schemas['VerificationListItem'];
type Verdict = Schemas['Verdict'];

/** One verdict with one reason for several verifications. A verdict that another operator gave meanwhile is not overwritten. */
export function BulkReviewDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly Row[];
  onClose: () => void;
  onDone: (result: BulkResult<Row>) => void;
}) {
  const [status, setStatus] = useState<Verdict>('rejected');
  const [reason, setReason] = useState('');
  const decidable = rows.filter((row) => verdicts.some((verdict) => verdict === row.status));
  const others = rows.length - decidable.length;
  const review = useMutation({
    mutationFn: () =>
      runEach(decidable, ({ id, reviewedAt }) =>
        read(
          api.POST('/v2/verifications/{verificationId}/review', {
            params: { path: { verificationId: id } },
            body: { status, reason, seenDecidedAt: reviewedAt },
          }),
        ),
      ),
    onSuccess: onDone,
  });
  return (
    <FormDialog
      title={decidable.length === 1 ? 'Decide one verification' : `Decide ${decidable.length} verifications`}
      submit={review}
      action={status === 'verified' ? 'Verify' : status === 'rejected' ? 'Reject' : 'Put into review'}
      look={status === 'rejected' ? 'danger' : 'primary'}
      disabled={decidable.length === 0}
      onClose={onClose}
    >
      {others > 0 && (
        <Notice tone="warn">
          {others === 1 ? 'One selected verification is' : `${others} selected verifications are`} not finished, or
          erased, and will not be changed.
        </Notice>
      )}
      <SelectField
        label="Verdict"
        value={status}
        options={verdicts.map((value) => ({ value, text: stateText(value) }))}
        onChange={(event) => setStatus(verdicts.find((verdict) => verdict === event.target.value) ?? status)}
      />
      <TextField
        label="Reason"
        hint="One sentence for all of them, kept with each verification and readable over REST."
        required
        autoFocus
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
