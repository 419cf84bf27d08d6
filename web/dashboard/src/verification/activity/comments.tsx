import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { messageOf } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schemas } from '../../api/schema.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toast.tsx';

/** The operators' comments on a case, oldest first, and a field for another one. */
export function Comments({
  verificationId,
  activity,
  locked,
}: {
  verificationId: string;
  activity: readonly Schemas['Activity'][];
  locked: boolean;
}) {
  const [draft, setDraft] = useState('');
  const say = useToast();
  const text = draft.trim();
  const add = useMutation({
    mutationFn: () =>
      read(
        api.POST('/v2/verifications/{verificationId}/comments', {
          params: { path: { verificationId } },
          body: { text },
        }),
      ),
    onSuccess: () => {
      setDraft('');
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'activity' });
    },
    onError: (error) => say(messageOf(error), 'bad'),
  });
  const comments = activity.filter(({ type }) => type === 'comment').toReversed();
  return (
    <>
      {comments.length === 0 && <p className="text-soft">{locked ? 'None' : 'None yet'}</p>}
      <ul className="flex flex-col gap-4" aria-label="Comments">
        {comments.map(({ id, actorName, text: said, createdAt }) => (
          <li key={id}>
            <p className="text-[13px] text-faint">
              <span className="font-medium text-ink">{actorName ?? 'A removed operator'}</span> <Time at={createdAt} />
            </p>
            <p className="wrap-anywhere whitespace-pre-wrap">
              <LongText text={said ?? ''} />
            </p>
          </li>
        ))}
      </ul>
      {!locked && (
        <form
          className="mt-4 flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (text !== '') add.mutate();
          }}
        >
          <TextArea
            label="New comment"
            hint="Your colleagues see it. It is erased with the verification."
            rows={2}
            maxLength={5000}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
          <Button type="submit" size="small" className="self-end" disabled={text === ''} busy={add.isPending}>
            Comment
          </Button>
        </form>
      )}
    </>
  );
}
