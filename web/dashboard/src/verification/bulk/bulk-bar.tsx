import { Gavel, Tags } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '../../api/schema.ts';
import { queryClient } from '../../api/query-client.ts';
import { useClientKey } from '../../app/session/session.tsx';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { BulkResultDialog } from './bulk-result-dialog.tsx';
import { BulkReviewDialog } from './bulk-review-dialog.tsx';
import { BulkTagDialog } from './bulk-tag-dialog.tsx';
import type { BulkResult } from './run-each.ts';

type Row = Schemas['VerificationListItem'];

/** What an operator does with the verifications that they selected. */
export function BulkBar({ rows, onClear }: { rows: readonly Row[]; onClear: () => void }) {
  const client = useClientKey();
  const say = useToast();
  const [dialog, setDialog] = useState<'review' | 'tag' | null>(null);
  const [result, setResult] = useState<BulkResult<Row> | null>(null);
  const finish = (done: BulkResult<Row>) => {
    setDialog(null);
    void queryClient.invalidateQueries({ queryKey: [client] });
    if (done.decidedMeanwhile.length + done.failed.length > 0) setResult(done);
    else {
      say(`${done.done.length === 1 ? 'One verification' : `${done.done.length} verifications`} changed.`);
      onClear();
    }
  };
  return (
    <>
      {rows.length > 0 && (
        <div
          role="toolbar"
          aria-label="Selected verifications"
          className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-5 py-2.5"
        >
          <span className="mr-2 font-medium">{rows.length} selected</span>
          <Button size="small" icon={<Gavel aria-hidden className="size-3.5" />} onClick={() => setDialog('review')}>
            Decide…
          </Button>
          <Button size="small" icon={<Tags aria-hidden className="size-3.5" />} onClick={() => setDialog('tag')}>
            Tag…
          </Button>
          <Button size="small" variant="quiet" onClick={onClear}>
            Clear selection
          </Button>
        </div>
      )}
      {dialog === 'review' && <BulkReviewDialog rows={rows} onClose={() => setDialog(null)} onDone={finish} />}
      {dialog === 'tag' && <BulkTagDialog rows={rows} onClose={() => setDialog(null)} onDone={finish} />}
      {result !== null && (
        <BulkResultDialog
          result={result}
          onClose={() => {
            setResult(null);
            onClear();
          }}
        />
      )}
    </>
  );
}
