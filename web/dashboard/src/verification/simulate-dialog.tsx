import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonCodes, reasonTexts } from 'virtual:contract-words';
import { api, read } from '../api/client.ts';
import { messageOf } from '../api/problem.ts';
import type { Schemas, Verification } from '../api/schema.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { stateText } from '../ui/status-badge.tsx';

type Outcome = Schemas['Simulation']['status'];
const outcomes: readonly Outcome[] = ['verified', 'reviewNeeded', 'rejected', 'cancelled', 'expired'];

/** Ends a test verification as one likes, with its events, to see what the host app makes of it. */
export function SimulateDialog({
  verificationId,
  onClose,
  onDone,
}: {
  verificationId: string;
  onClose: () => void;
  onDone: (verification: Verification) => void;
}) {
  const [status, setStatus] = useState<Outcome>('verified');
  const [code, setCode] = useState('');
  const simulate = useMutation({
    mutationFn: () =>
      read(
        api.POST('/v2/verifications/{verificationId}/simulate', {
          params: { path: { verificationId } },
          body: { status, codes: reasonCodes.filter((known) => known === code) },
        }),
      ),
    onSuccess: onDone,
  });
  return (
    <Dialog title="Simulate an outcome" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          simulate.mutate();
        }}
      >
        <SelectField
          label="Outcome"
          value={status}
          options={outcomes.map((value) => ({ value, text: stateText(value) }))}
          onChange={(event) => setStatus(outcomes.find((outcome) => outcome === event.target.value) ?? status)}
        />
        {(status === 'rejected' || status === 'reviewNeeded') && (
          <SelectField
            label="Reason"
            value={code}
            options={[
              { value: '', text: 'None' },
              ...reasonCodes.map((value) => ({ value, text: `${value}: ${reasonTexts[value] ?? ''}` })),
            ]}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        {simulate.isError && <Notice tone="bad">{messageOf(simulate.error)}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={simulate.isPending}>
            Simulate
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
