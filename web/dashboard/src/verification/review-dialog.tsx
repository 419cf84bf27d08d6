import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schemas, Verification } from '../api/schema.ts';
import { useClientKey } from '../app/session/session.tsx';
import { FormDialog } from '../ui/dialogs/form-dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { DuplicatesFound } from './duplicates-found.tsx';
import { personOf } from './name-of.ts';
import { useVerdict, type Verdict } from './verdict-fields.tsx';

type DuplicateSearch = Schemas['DuplicateSearch'];

interface ReviewDialogProps {
  verification: Verification;
  first: Verdict;
  onClose: () => void;
  onDone: (verification: Verification) => void;
}

/** A person's verdict. Its reason is part of the record, and host apps read it. */
export function ReviewDialog({ verification, first, onClose, onDone }: ReviewDialogProps) {
  const verdict = useVerdict({
    first,
    reasonHint: 'One sentence. It is stored with the verification and available over REST.',
  });
  const { status, reason } = verdict;
  const [notes, setNotes] = useState('');
  // As it was when the dialog opened: the page behind it may show a newer verdict by the time of the press.
  const [seenDecidedAt] = useState(verification.decision?.manual?.decidedAt ?? null);
  // What the server found when the operator tried to verify. If a second answer names more, the operator has to compare again.
  const [found, setFound] = useState<DuplicateSearch | null>(null);
  const [compared, setCompared] = useState(false);
  const client = useClientKey();
  const review = useMutation({
    mutationFn: () =>
      read(
        api.POST('/v2/verifications/{verificationId}/review', {
          params: { path: { verificationId: verification.id } },
          body: { status, reason, seenDecidedAt, ...(notes && { notes }), ...(compared && acknowledgementOf(found)) },
        }),
      ),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiProblem && error.duplicateSearch) {
        setFound(error.duplicateSearch);
        setCompared(false);
      }
      return queryClient.invalidateQueries({ queryKey: [client, 'verification', verification.id] });
    },
  });
  const reviewedMeanwhile =
    review.error instanceof ApiProblem && review.error.code === 'verification.reviewed_meanwhile';
  const mustCompare = found !== null && status === 'verified';
  return (
    <FormDialog
      title={`Review ${personOf(verification)}`}
      submit={review}
      action={status === 'verified' ? 'Verify' : status === 'rejected' ? 'Reject' : 'Keep in review'}
      variant={verdict.variant}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
      {...(reviewedMeanwhile && {
        message:
          'Another operator has decided this case since you opened it. Your verdict was not recorded. Close this to see theirs.',
        disabled: true,
      })}
      {...(mustCompare && { message: null, disabled: !compared })}
      onClose={onClose}
    >
      {verdict.fields}
      {mustCompare && <DuplicatesFound search={found} compared={compared} onCompared={setCompared} />}
      <TextArea
        label="Notes (optional)"
        maxLength={5000}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
    </FormDialog>
  );
}

function acknowledgementOf(search: DuplicateSearch | null) {
  if (search === null) return {};
  return {
    acknowledgedDuplicates: search.duplicates.map(({ identityId }) => identityId),
    acknowledgedContradictions: (search.contradictions ?? []).length > 0,
    acknowledgedIncompleteSearch: !search.complete,
  };
}
