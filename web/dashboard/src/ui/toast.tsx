import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { createContext, use, useCallback, useEffect, useState, type ReactNode } from 'react';
import { IconButton } from './button.tsx';

interface Message {
  id: number;
  text: string;
  tone: 'good' | 'bad';
}
type Say = (text: string, tone?: 'good' | 'bad') => void;

const SayContext = createContext<Say | null>(null);
const shownMs = 6_000;
let lastId = 0;

/** Announces in a corner, and to screen readers, that something succeeded or failed. @throws outside of ToastProvider */
export function useToast(): Say {
  const say = use(SayContext);
  if (say === null) throw new Error('there are no toasts here');
  return say;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([]);
  const say = useCallback<Say>((text, tone = 'good') => {
    lastId += 1;
    const id = lastId;
    setMessages((shown) => [...shown.slice(-3), { id, text, tone }]);
  }, []);
  const forget = useCallback((id: number) => setMessages((shown) => shown.filter((message) => message.id !== id)), []);
  return (
    <SayContext value={say}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="fixed right-4 bottom-4 left-4 z-50 flex flex-col items-end gap-2 sm:left-auto"
      >
        {messages.map((message) => (
          <Toast key={message.id} message={message} onEnd={forget} />
        ))}
      </div>
    </SayContext>
  );
}

function Toast({ message, onEnd }: { message: Message; onEnd: (id: number) => void }) {
  const { id, tone, text } = message;
  useEffect(() => {
    const timer = setTimeout(() => onEnd(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, onEnd]);
  const Icon = tone === 'good' ? CircleCheck : CircleAlert;
  return (
    <div className="flex w-full max-w-sm items-start gap-3 rounded-xl border border-line bg-surface py-3 pr-2 pl-4 shadow-float sm:w-auto sm:min-w-72">
      <Icon aria-hidden className={`mt-0.5 size-4.5 shrink-0 ${tone === 'good' ? 'text-good' : 'text-bad'}`} />
      <p className="min-w-0 flex-1 break-words">{text}</p>
      <IconButton label="Dismiss" className="-my-1" onClick={() => onEnd(id)}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
