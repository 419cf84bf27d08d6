import { Search as SearchIcon, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField, type Option } from '../../ui/field.tsx';
import type { Search } from './search.ts';

export interface FilterField {
  name: string;
  label: string;
  kind: 'text' | 'date' | 'select';
  options?: readonly Option[];
  placeholder?: string;
}

interface FiltersProps {
  /** The first few are always visible, the others on demand or when they are set. */
  fields: readonly FilterField[];
  search: Search<string>;
  onChange: (search: Search<string>) => void;
  /** Saved filters and exports. */
  extra?: ReactNode;
}

/** The filters of a list. The address holds them, and this form only writes them there: texts on submit, choices at once. */
export function Filters({ fields, search, onChange, extra }: FiltersProps) {
  const given = fields.filter(({ name }) => search[name] !== undefined);
  const address = JSON.stringify(given.map(({ name }) => search[name]));
  return (
    <div className="border-b border-line p-4 sm:px-5">
      <div className="flex flex-wrap items-end justify-end gap-2">
        <div className="min-w-0 grow basis-xl">
          <FilterForm key={address} fields={fields} search={search} onChange={onChange} />
        </div>
        {extra !== undefined && <div className="flex min-h-10 items-center">{extra}</div>}
      </div>
      {given.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {given.map((field) => (
            <Badge key={field.name} tone="info">
              {field.label}: {shownValue(field, search[field.name] ?? '')}
              <button
                type="button"
                aria-label={`Remove the filter ${field.label}`}
                className="-mr-1 rounded-full p-0.5"
                onClick={() => onChange(without(search, field.name))}
              >
                <X aria-hidden className="size-3" />
              </button>
            </Badge>
          ))}
          {given.length > 1 && (
            <Button size="small" variant="quiet" onClick={() => onChange({})}>
              Clear all
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The number of fields that are visible at first. */
const firstFields = 3;

function FilterForm({ fields, search, onChange }: Omit<FiltersProps, 'extra'>) {
  const [draft, setDraft] = useState<Search<string>>(search);
  const [open, setOpen] = useState(() => fields.slice(firstFields).some(({ name }) => search[name] !== undefined));
  const send = (next: Search<string>) => onChange(without(next, 'after'));
  const shown = open ? fields : fields.slice(0, firstFields);
  return (
    <form
      role="search"
      className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[repeat(3,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        send(draft);
      }}
    >
      {shown.map((field) => (
        <FilterControl
          key={field.name}
          field={field}
          value={draft[field.name] ?? ''}
          onChange={(value) => {
            const next = { ...draft, [field.name]: value };
            if (field.kind === 'select') send(next);
            else setDraft(next);
          }}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" icon={<SearchIcon aria-hidden className="size-4" />}>
          Search
        </Button>
        {fields.length > firstFields && (
          <Button variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Fewer' : 'More filters'}
          </Button>
        )}
      </div>
    </form>
  );
}

interface FilterControlProps {
  field: FilterField;
  value: string;
  onChange: (value: string) => void;
}

function FilterControl({ field, value, onChange }: FilterControlProps) {
  const { name, label, kind, options = [], placeholder } = field;
  if (kind === 'select') {
    return (
      <SelectField
        label={label}
        value={value}
        options={[{ value: '', text: 'All' }, ...options]}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <TextField
      label={label}
      type={kind}
      placeholder={placeholder}
      maxLength={200}
      value={kind === 'date' ? dayOf(value) : value}
      onChange={(event) => onChange(kind === 'date' ? momentOf(name, event.target.value) : event.target.value)}
    />
  );
}

/** Days follow the operator's own clock; `createdBefore` a day means its end. */
function momentOf(name: string, day: string): string {
  const moment = new Date(`${day}T${name.endsWith('Before') || name === 'to' ? '23:59:59.999' : '00:00:00.000'}`);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}

function dayOf(moment: string | undefined): string {
  if (!moment) return '';
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function shownValue({ kind, options }: FilterField, value: string): string {
  if (kind === 'date') return dayOf(value);
  return options?.find((option) => option.value === value)?.text ?? value;
}

function without(search: Search<string>, name: string): Search<string> {
  return Object.fromEntries(Object.entries(search).filter(([key]) => key !== name && key !== 'after'));
}
