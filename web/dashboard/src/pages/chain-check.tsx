import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, read } from '../api/client.ts';
import { messageOf } from '../api/problem.ts';
import type { Schemas } from '../api/schema.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';

type Page = Schemas['AuditIntegrity'];

/** The check of the whole log, page after page, until its end, the first fault within it, or `stop`. */
export function useChainCheck() {
  const [page, setPage] = useState<Page | null>(null);
  const stopping = useRef<AbortController | null>(null);
  const stop = () => stopping.current?.abort();
  useEffect(() => stop, []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const controller = new AbortController();
      stopping.current = controller;
      const { signal } = controller;
      setPage(null);
      for (let after: string | null | undefined; after !== null && !signal.aborted;) {
        const query = after === undefined ? {} : { after };
        const next: Page = await read(api.GET('/v2/audit-log/integrity', { params: { query }, signal }));
        setPage(next);
        after = next.nextCursor;
      }
    },
  });
  const stopped = stopping.current?.signal.aborted === true;
  return { page, start: () => mutate(), stop, isPending, error: stopped ? null : error };
}

const faults: Record<Schemas['AuditFault'], string> = {
  changed: 'This entry was changed.',
  removed: 'Entries before this one were removed.',
  reordered: 'This entry does not follow the one before it.',
  rewritten: 'This entry, and maybe others, have been replaced.',
  cut: 'Entries after this one were removed.',
  endForged: 'The end of the log is not the one that the service signed.',
  checkpointForged: 'The service did not sign the checkpoint at this entry.',
  checkpointRemoved: 'A checkpoint before this entry was removed.',
  anchorForged: 'The service did not sign the end of the log that is kept outside the database.',
};

export function ChainNotice({ page, stop, isPending, error }: ReturnType<typeof useChainCheck>) {
  if (error) return <Notice tone="bad">{messageOf(error)}</Notice>;
  if (page === null) return null;
  const { entries, total, brokenAt, fault, checkpointAt } = page;
  if (fault !== null) {
    return (
      <Notice tone="bad">
        The chain is broken{brokenAt !== null && ` at ${brokenAt}`}: somebody changed the log without the service.{' '}
        {faults[fault]}
        {isPending && ' The check continues.'}
      </Notice>
    );
  }
  if (page.intact === true) {
    return (
      <Notice tone="good">
        The chain is intact: {entries.toLocaleString()} entries, none changed or missing.
        {checkpointAt !== null && (
          <>
            {' '}
            Last signed <Time at={checkpointAt} />.
          </>
        )}
      </Notice>
    );
  }
  return (
    <Notice>
      {entries.toLocaleString()} of {total.toLocaleString()} entries checked, none changed or missing so far.{' '}
      {isPending ? <Button onClick={stop}>Stop</Button> : 'The check was stopped.'}
    </Notice>
  );
}
