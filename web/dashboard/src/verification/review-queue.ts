import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api, read } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { useList } from '../app/lists/list-query.tsx';
import { pressedKey } from '../app/pressed-key.ts';

/** The doubtful cases, oldest last: the position of the current one, and the next one. */
export function useReviewQueue(verificationId: string, active: boolean) {
  const navigate = useNavigate();
  const list = useList(
    ['verifications', 'queue'],
    (signal) =>
      read(api.GET('/v2/verifications', { params: { query: { status: 'reviewNeeded', limit: 100 } }, signal })),
    { enabled: active, everyMs: 15_000 },
  );
  const cases = list.data?.data ?? [];
  const index = cases.findIndex(({ id }) => id === verificationId);
  const open = (id: string | undefined) => {
    if (id === undefined) void navigate({ to: '/verifications', search: { status: 'reviewNeeded' } });
    else
      void navigate({
        to: '/verifications/$verificationId',
        params: { verificationId: id },
        search: { queue: 'reviewNeeded' },
      });
  };
  return {
    count: cases.length,
    more: list.data?.nextCursor !== null && list.data !== undefined,
    index,
    next: () => open((index < 0 ? cases[0] : cases[index + 1])?.id),
    previous: () => open(cases[index - 1]?.id),
    /** After a verdict the case leaves the list, and the next one takes its place. */
    afterVerdict: () =>
      open(
        cases.find(({ id }, place) => id !== verificationId && place > index)?.id ??
          cases.find(({ id }) => id !== verificationId)?.id,
      ),
  };
}

interface Shortcuts {
  onVerdict: (verdict: Schemas['Verdict']) => void;
  onNext: () => void;
  onPrevious: () => void;
}

/** Keys of the queue: V verify, R reject, J next, K previous. They do nothing while the operator types or a dialog is open. */
export function useReviewKeys({ onVerdict, onNext, onPrevious }: Shortcuts, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      const key = pressedKey(event);
      if (key === null) return;
      const act = { v: () => onVerdict('verified'), r: () => onVerdict('rejected'), j: onNext, k: onPrevious }[key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [active, onVerdict, onNext, onPrevious]);
}
