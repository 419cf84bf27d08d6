import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionStep, StepOf } from '../api/contract.ts';
import { digitsOf, secondsUntil } from '../flow/contact.ts';
import { faultOf } from '../flow/fault.ts';
import { Button, CodeNotes } from './controls.tsx';
import { useSurroundings } from './flow-context.ts';
import { Page } from './page.tsx';

const length = 6;

/** The code that was sent: one real field, so that pasting, autofill and screen readers work, drawn as boxes. */
export function CodeEntry({
  step,
  progress,
  recipient,
  onResend,
  onChange,
  notes,
}: {
  step: StepOf<'phone'> | StepOf<'email'>;
  progress: SessionStep;
  /** Null after a reload that lost it. */
  recipient: string | null;
  onResend: (() => Promise<void>) | null;
  onChange: () => void;
  notes: readonly string[];
}): JSX.Element {
  const { flow, t } = useSurroundings();
  const [typed, setTyped] = useState('');
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [tries, setTries] = useState<number | null>(null);
  const [checking, setChecking] = useState(false);
  const [seconds, setSeconds] = useState(() => secondsUntil(progress.code?.resendAt ?? null, Date.now()));
  const input = useRef<HTMLInputElement>(null);
  const resendAt = progress.code?.resendAt ?? null;
  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(resendAt, Date.now()));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [resendAt]);

  const submit = () => flow.advance(() => flow.api.submit(step.id, {}));
  const check = async (code: string) => {
    setChecking(true);
    setCodes([]);
    try {
      const answer = await flow.api.checkCode(step.id, code);
      if (answer.verified) {
        await submit();
        return;
      }
      setTries(answer.attemptsLeft);
      setCodes([answer.code ?? 'code.wrong']);
    } catch (error) {
      const fault = faultOf(error);
      // The answer to the right code was lost, and this was its repetition.
      if (fault.code === 'code.used') {
        await submit();
        return;
      }
      if (!fault.code.startsWith('code.')) {
        flow.fail(fault);
        return;
      }
      setCodes([fault.code]);
    } finally {
      setChecking(false);
    }
    setTyped('');
    input.current?.focus();
  };
  useEffect(() => {
    // A code that was confirmed before a reload is not needed again.
    if (progress.code?.verified) void submit();
  }, []);
  const type = (text: string) => {
    const digits = digitsOf(text, length);
    setTyped(digits);
    if (digits.length === length) void check(digits);
  };
  const resend = async () => {
    setCodes([]);
    setTries(null);
    setTyped('');
    await onResend?.();
  };
  return (
    <Page
      title={t('code.title')}
      text={recipient === null ? t('code.textPlain') : t('code.text', { recipient })}
      onBack={onChange}
      footer={
        <>
          {onResend && (
            <Button kind="secondary" disabled={seconds > 0} onClick={resend}>
              {seconds > 0 ? t('code.resendIn', { count: seconds }) : t('code.resend')}
            </Button>
          )}
          <Button kind="quiet" onClick={onChange}>
            {t(step.type === 'phone' ? 'code.otherNumber' : 'code.otherAddress')}
          </Button>
        </>
      }
    >
      <div class="code-field">
        <input
          ref={input}
          value={typed}
          inputMode="numeric"
          autocomplete="one-time-code"
          pattern="[0-9]*"
          disabled={checking}
          aria-label={t('code.label', { count: length })}
          aria-invalid={codes.length > 0}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
        <div class="boxes" aria-hidden="true">
          {Array.from({ length }, (_, index) => (
            <span key={index} class={index === typed.length ? 'next' : ''}>
              {typed[index] ?? ''}
            </span>
          ))}
        </div>
      </div>
      <CodeNotes codes={[...codes, ...notes]} />
      {tries !== null && <p class="hint">{t('code.triesLeft', { count: tries })}</p>}
    </Page>
  );
}
