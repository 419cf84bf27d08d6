import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonCodes, reasonTexts } from 'virtual:contract-words';
import { api, read } from '../api/client.ts';
import type { Schemas, Verification } from '../api/schema.ts';
import { FormDialog } from '../ui/dialogs/form-dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { stateText } from '../ui/status-badge.tsx';

type Outcome = Schemas['Simulation']['status'];
const outcomes: readonly Outcome[] = ['verified', 'reviewNeeded', 'rejected', 'cancelled', 'expired'];

/** Ends a test verification with the verdict that the operator picks, and sends its events, so that they can see what the host app does. */
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
    <FormDialog title="Simulate an outcome" submit={simulate} action="Simulate" onClose={onClose}>
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
    </FormDialog>
  );
}
