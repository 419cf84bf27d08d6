import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { verdicts } from 'virtual:contract-words';
import { api, read } from '../api/client.ts';
import { messageOf } from '../api/problem.ts';
import type { Schemas, Verification } from '../api/schema.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { stateText } from '../ui/status-badge.tsx';

type Verdict = Schemas['Verdict'];

interface ReviewDialogProps {
  verification: Verification;
  name: string;
  first: Verdict;
  onClose: () => void;
  onDone: (verification: Verification) => void;
}

/** A person's verdict. Its reason is part of the record, and host apps read it. */
export function ReviewDialog({ verification, name, first, onClose, onDone }: ReviewDialogProps) {
  const [status, setStatus] = useState<Verdict>(first);
  const [reason, setReason] = useState('');
  const [notes, setNotes] = useState('');
  const review = useMutation({
    mutationFn: () =>
      read(
        api.POST('/v2/verifications/{verificationId}/review', {
          params: { path: { verificationId: verification.id } },
          body: { status, reason, ...(notes && { notes }) },
        }),
      ),
    onSuccess: onDone,
  });
  return (
    <Dialog title={`Review ${name}`} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          review.mutate();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
        }}
      >
        <SelectField
          label="Verdict"
          value={status}
          options={verdicts.map((value) => ({ value, text: stateText(value) }))}
          onChange={(event) => setStatus(verdicts.find((verdict) => verdict === event.target.value) ?? status)}
        />
        <TextField
          label="Reason"
          hint="One sentence, kept with the verification and readable over REST."
          required
          autoFocus
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <TextArea
          label="Notes (optional)"
          maxLength={5000}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
        {review.isError && <Notice tone="bad">{messageOf(review.error)}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={status === 'rejected' ? 'danger' : 'primary'} busy={review.isPending}>
            {status === 'verified' ? 'Verify' : status === 'rejected' ? 'Reject' : 'Keep in review'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
