import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/schema.ts';
import { PersonName } from '../../app/person-name.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import type { BulkResult } from './run-each.ts';

type Row = Schemas['VerificationListItem'];

/** Names every verification that a bulk change left as it was, and why. */
export function BulkResultDialog({ result, onClose }: { result: BulkResult<Row>; onClose: () => void }) {
  const { done, decidedMeanwhile, failed } = result;
  const all = done.length + decidedMeanwhile.length + failed.length;
  return (
    <Dialog title={`${done.length} of ${all} changed`} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {decidedMeanwhile.length > 0 && (
          <Kept
            title="Another operator has decided these since you selected them. Their verdicts stay."
            items={decidedMeanwhile.map((row) => ({ row, note: null }))}
          />
        )}
        {failed.length > 0 && (
          <Kept
            title="These could not be changed."
            items={failed.map(({ row, message }) => ({ row, note: message }))}
          />
        )}
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Kept({ title, items }: { title: string; items: readonly { row: Row; note: ReactNode }[] }) {
  return (
    <section>
      <h3 className="mb-1.5 font-medium">{title}</h3>
      <ul className="flex flex-col gap-1">
        {items.map(({ row, note }) => (
          <li key={row.id}>
            <Link to="/verifications/$verificationId" params={{ verificationId: row.id }} className="link">
              <PersonName row={row} />
            </Link>
            {note !== null && <span className="text-soft">: {note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
