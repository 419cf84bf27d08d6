import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

const hex = /^#[0-9a-f]{6}$/i;

/** A colour as `#RRGGBB`; null means the service's own colour. */
export function ColourField({
  label,
  value,
  onChange,
  fault,
}: {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  fault?: string | undefined;
}) {
  return (
    <Field label={label} fault={fault}>
      {(described) => (
        <div className="flex items-center gap-2">
          <input
            type="color"
            aria-label={`${label}: pick a colour`}
            className="h-10 w-12 shrink-0 cursor-pointer rounded-lg border border-edge bg-surface p-1"
            value={value !== null && hex.test(value) ? value : '#3049d0'}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
          />
          <input
            className="control font-mono"
            placeholder="Service default"
            maxLength={7}
            value={value ?? ''}
            onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
            {...described}
          />
          {value !== null && (
            <Button size="small" variant="quiet" onClick={() => onChange(null)}>
              Reset
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
