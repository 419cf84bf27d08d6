import { useState } from 'react';
import { verdicts } from 'virtual:contract-words';
import type { Schemas } from '../api/schema.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import { stateText } from '../ui/status-badge.tsx';

export type Verdict = Schemas['Verdict'];

/** The verdict and the reason that a reviewer gives, with the fields in which they give them. */
export function useVerdict({ first, reasonHint }: { first: Verdict; reasonHint: string }) {
  const [status, setStatus] = useState<Verdict>(first);
  const [reason, setReason] = useState('');
  const fields = (
    <>
      <SelectField
        label="Verdict"
        value={status}
        options={verdicts.map((value) => ({ value, text: stateText(value) }))}
        onChange={(event) => setStatus(verdicts.find((verdict) => verdict === event.target.value) ?? status)}
      />
      <TextField
        label="Reason"
        hint={reasonHint}
        required
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </>
  );
  return { status, reason, fields, variant: status === 'rejected' ? ('danger' as const) : ('primary' as const) };
}
