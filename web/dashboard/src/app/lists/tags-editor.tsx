import { useMutation } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/problem.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';

type TagChange = { addTags: string[] } | { removeTags: string[] };

/** The tags of a record. Each change is saved at once and keeps the tags that another operator adds meanwhile. */
export function TagsEditor({
  tags,
  save,
  locked,
}: {
  tags: readonly string[];
  save: (change: TagChange) => Promise<unknown>;
  locked: boolean;
}) {
  const [draft, setDraft] = useState('');
  const say = useToast();
  const change = useMutation({ mutationFn: save, onError: (error) => say(messageOf(error), 'bad') });
  const tag = draft.trim();
  return (
    <div>
      <div className="flex flex-wrap gap-1.5">
        {tags.map((name) => (
          <Badge key={name}>
            {name}
            {!locked && (
              <button
                type="button"
                aria-label={`Remove the tag ${name}`}
                className="-mr-1 rounded-full p-0.5"
                onClick={() => change.mutate({ removeTags: [name] })}
              >
                <X aria-hidden className="size-3" />
              </button>
            )}
          </Badge>
        ))}
        {tags.length === 0 && <span className="text-soft">{locked ? 'None' : 'None yet'}</span>}
      </div>
      {!locked && (
        <form
          className="mt-3 flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (tag !== '' && !tags.includes(tag)) change.mutate({ addTags: [tag] }, { onSuccess: () => setDraft('') });
          }}
        >
          <input
            aria-label="New tag"
            placeholder="New tag"
            className="control min-h-8! py-1!"
            maxLength={60}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
          <Button
            type="submit"
            size="small"
            disabled={tag === ''}
            busy={change.isPending}
            icon={<Plus aria-hidden className="size-4" />}
          >
            Add
          </Button>
        </form>
      )}
    </div>
  );
}
