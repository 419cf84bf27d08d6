import { useMutation } from '@tanstack/react-query';
import { verdicts } from 'virtual:contract-words';
import { api, read } from '../../api/client.ts';
import type { Schemas } from '../../api/schema.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useVerdict } from '../verdict-fields.tsx';
import { runEach, type BulkResult } from './run-each.ts';

type Row = Schemas['VerificationListItem'];

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
  const verdict = useVerdict({
    first: 'rejected',
    reasonHint: 'One sentence for all of them. It is stored with each verification and available over REST.',
  });
  const { status, reason } = verdict;
  const decidable = rows.filter((row) => verdicts.some((known) => known === row.status));
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
      action={status === 'verified' ? 'Verify' : status === 'rejected' ? 'Reject' : 'Send to review'}
      variant={verdict.variant}
      disabled={decidable.length === 0}
      onClose={onClose}
    >
      {others > 0 && (
        <Notice tone="warn">
          {others === 1 ? 'One selected verification is' : `${others} selected verifications are`} not finished, or
          erased, and will not be changed.
        </Notice>
      )}
      {verdict.fields}
    </FormDialog>
  );
}
