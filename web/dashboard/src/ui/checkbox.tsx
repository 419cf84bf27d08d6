import { useId, type ReactNode } from 'react';
import { classes } from './classes.ts';

interface CheckboxProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

export function Checkbox({ label, hint, checked, onChange, disabled = false }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4.5 shrink-0 accent-accent"
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-[13px] text-faint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** A group of boxes for a list of words. */
export function CheckboxList<T extends string>({
  legend,
  hint,
  values,
  chosen,
  textOf,
  onChange,
  disabled = false,
  oneColumn = false,
}: {
  legend: string;
  hint?: ReactNode;
  values: readonly T[];
  chosen: readonly T[];
  textOf: (value: T) => ReactNode;
  onChange: (chosen: T[]) => void;
  disabled?: boolean;
  /** For long words. */
  oneColumn?: boolean;
}) {
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-2 font-medium">{legend}</legend>
      {hint !== undefined && <p className="-mt-1 mb-2 text-[13px] text-faint">{hint}</p>}
      <div className={classes('grid gap-2.5', !oneColumn && 'sm:grid-cols-2')}>
        {values.map((value) => (
          <Checkbox
            key={value}
            label={textOf(value)}
            checked={chosen.includes(value)}
            onChange={(checked) =>
              onChange(values.filter((other) => (other === value ? checked : chosen.includes(other))))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
