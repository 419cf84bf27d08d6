import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SessionStep } from '../api/contract.ts';
import { useSurroundings } from './flow-context.ts';
import { Icon, type IconName } from './icons.tsx';

interface ButtonProps {
  children: ComponentChildren;
  onClick?: () => unknown;
  kind?: 'primary' | 'secondary' | 'quiet';
  disabled?: boolean;
  type?: 'button' | 'submit';
  icon?: IconName;
}

/** A button that shows that it is busy while its handler runs, and cannot be pressed again meanwhile. */
export function Button({
  children,
  onClick,
  kind = 'primary',
  disabled,
  type = 'button',
  icon,
}: ButtonProps): JSX.Element {
  const [busy, setBusy] = useState(false);
  const press = () => {
    const work = onClick?.();
    if (!(work instanceof Promise)) return;
    setBusy(true);
    work.catch(reportError).finally(() => setBusy(false));
  };
  return (
    <button
      type={type}
      class={`button ${kind}`}
      disabled={disabled === true || busy}
      aria-busy={busy}
      onClick={onClick && press}
    >
      {busy ? <span class="spinner small" /> : icon && <Icon name={icon} size={20} />}
      <span>{children}</span>
    </button>
  );
}

export function Choice({
  label,
  note,
  icon,
  leading,
  id,
  labelledBy,
  onClick,
}: {
  label: string;
  note?: string;
  icon?: IconName;
  leading?: ComponentChildren;
  id?: string;
  /** Id of a text that names it together with its label, which alone would say too little to a screen reader. */
  labelledBy?: string;
  onClick: () => void;
}): JSX.Element {
  return (
    <button
      type="button"
      class="choice"
      id={id}
      aria-labelledby={labelledBy && `${labelledBy} ${id ?? ''}`}
      onClick={onClick}
    >
      {icon && (
        <span class="choice-icon">
          <Icon name={icon} />
        </span>
      )}
      {leading}
      <span class="choice-label">
        {label}
        {note && <small>{note}</small>}
      </span>
      <Icon name="next" size={20} />
    </button>
  );
}

/** A code that breaks at its dots and underscores, where it does not fit on a line. */
export function Code({ code }: { code: string }): JSX.Element {
  const parts = code.split(/(?<=[._])/);
  return <>{parts.flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]))}</>;
}

/** The faults to correct: each text with its code, so that support knows what the person saw. */
export function CodeNotes({ codes }: { codes: readonly string[] }): JSX.Element | null {
  const { texts } = useSurroundings();
  if (codes.length === 0) return null;
  return (
    <div role="alert" class="alert">
      <ul class="notes">
        {codes.map((code) => (
          <li key={code}>
            <Icon name="alert" size={20} />
            <span>
              {texts.about(code).text}{' '}
              <small class="code">
                <Code code={code} />
              </small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Waiting({ label }: { label: string }): JSX.Element {
  return (
    <div class="waiting" role="status">
      <span class="spinner" />
      <p>{label}</p>
    </div>
  );
}

/** Each step and its state. `current`: the person's current step. */
export function StepProgress({
  steps,
  current,
}: {
  steps: readonly SessionStep[];
  current?: SessionStep | undefined;
}): JSX.Element {
  const { t } = useSurroundings();
  return (
    <div role="status">
      <ul class="list">
        {steps.map((step) => {
          const { id, type, status } = step;
          const busy = status === 'processing' || step === current;
          const done = status === 'finished' || status === 'skipped';
          return (
            <li key={id}>
              <span class={`choice-icon ${done ? 'good' : ''}`}>
                {busy ? <span class="spinner small" /> : <Icon name={done ? 'check' : 'clock'} />}
              </span>
              <span>
                <strong>{t(`step.${type}.name`)}</strong>
                <small>{t(step === current ? 'status.current' : `status.${status}`)}</small>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
