import { useMutation } from '@tanstack/react-query';
import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { messageOf } from '../api/problem.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface Question {
  /** Names the thing: `Revoke the token “backend”?` */
  title: string;
  body: ReactNode;
  /** What the button does: `Revoke token`. */
  action: string;
  /** Typed by the person before the button works: for what cannot be undone. */
  typed?: string;
  run: () => Promise<unknown>;
}
type Ask = (question: Question) => void;

const AskContext = createContext<Ask | null>(null);

/** Asks before something destructive, and stays open while it fails. @throws outside of ConfirmProvider */
export function useConfirm(): Ask {
  const ask = use(AskContext);
  if (ask === null) throw new Error('there is nobody to ask here');
  return ask;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useMemo<Ask>(() => (next) => setQuestion(next), []);
  return (
    <AskContext value={ask}>
      {children}
      {question !== null && <ConfirmDialog question={question} onClose={() => setQuestion(null)} />}
    </AskContext>
  );
}

function ConfirmDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const run = useMutation({ mutationFn: question.run, onSuccess: onClose });
  const ready = question.typed === undefined || typed.trim() === question.typed;
  return (
    <Dialog title={question.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) run.mutate();
        }}
      >
        <div className="text-soft">{question.body}</div>
        {question.typed !== undefined && (
          <label className="mt-4 block">
            <span className="mb-1.5 block">
              Type <code className="font-mono text-[13px] font-semibold break-all">{question.typed}</code> to go on
            </span>
            <input
              className="control font-mono"
              autoFocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
        )}
        {run.isError && (
          <div className="mt-4">
            <Notice tone="bad">{messageOf(run.error)}</Notice>
          </div>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" busy={run.isPending} disabled={!ready}>
            {question.action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
