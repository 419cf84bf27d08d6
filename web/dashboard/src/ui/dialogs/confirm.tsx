import { useMutation } from '@tanstack/react-query';
import { createContext, Fragment, use, useMemo, useState, type ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';

interface Question {
  /** Names the thing: `Revoke the token “backend”?` */
  title: string;
  body: ReactNode;
  /** What the button does: `Revoke token`. */
  action: string;
  /** For actions that cannot be undone: the operator types one of these before the button works. */
  typed?: readonly [string, ...string[]];
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
  const ready = question.typed === undefined || question.typed.some((text) => plain(text) === plain(typed));
  return (
    <FormDialog
      title={question.title}
      submit={run}
      action={question.action}
      variant="danger"
      disabled={!ready}
      onClose={onClose}
    >
      <div className="text-soft">{question.body}</div>
      {question.typed !== undefined && (
        <label className="block">
          <span className="mb-1.5 block">
            Type{' '}
            {question.typed.map((text, index) => (
              <Fragment key={text}>
                {index > 0 && ' or '}
                <code className="font-mono text-[13px] font-semibold break-all">{text}</code>
              </Fragment>
            ))}{' '}
            to continue
          </span>
          <input className="control font-mono" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </label>
      )}
    </FormDialog>
  );
}

/** Case and spaces are ignored: names on documents are in capitals, and nobody types them so. */
function plain(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase();
}
