import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import { classes } from './classes.ts';

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  fault?: string | undefined;
}
type Described = { id: string; 'aria-invalid': boolean; 'aria-describedby'?: string };

/** A label, the control, its help, and its error. */
export function Field({
  label,
  hint,
  fault,
  children,
}: FieldProps & { children: (described: Described) => ReactNode }) {
  const id = useId();
  const describedBy = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      {children({ id, 'aria-invalid': fault !== undefined, ...(describedBy && { 'aria-describedby': describedBy }) })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-[13px] text-faint">
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="mt-1.5 text-[13px] font-medium text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}

export function TextField({
  label,
  hint,
  fault,
  className,
  ...input
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })} fault={fault}>
      {(described) => <input type="text" className={classes('control', className)} {...input} {...described} />}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  fault,
  className,
  ...input
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })} fault={fault}>
      {(described) => <textarea className={classes('control', className)} {...input} {...described} />}
    </Field>
  );
}

export interface Option {
  value: string;
  text: string;
}

export function SelectField({
  label,
  hint,
  fault,
  options,
  className,
  ...input
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement> & { options: readonly Option[] }) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })} fault={fault}>
      {(described) => (
        <select className={classes('control', className)} {...input} {...described}>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
