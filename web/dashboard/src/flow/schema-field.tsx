import { Plus, Trash2 } from 'lucide-react';
import { words } from '../app/words.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Checkbox, CheckboxList } from '../ui/checkbox.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { CountriesField } from './countries-field.tsx';
import { firstValue, withoutNull, type ConfigSchema } from './config-schema.ts';
import { settingText, type NamedStepType } from './setting-texts.ts';

export interface SchemaFieldProps {
  name: string;
  schema: ConfigSchema;
  value: unknown;
  onChange: (value: unknown) => void;
  /** JSON pointer of the value in the flow document. */
  pointer: string;
  faultOf: (pointer: string) => string | undefined;
  /** Ids of the steps of a type, for settings that name one. */
  stepIdsOf: (type: NamedStepType) => readonly string[];
}

/** The control of one setting, made from its schema. */
export function SchemaField(props: SchemaFieldProps) {
  const { name, value, onChange, pointer, faultOf } = props;
  const { schema, nullable } = withoutNull(props.schema);
  const { label = words(name), help = schema.description, names, empty = 'None', also = [] } = settingText(name);
  const fault = faultOf(pointer);
  const described = { label, ...(help !== undefined && { hint: help.replaceAll('`', '') }), fault };
  if (schema.type === 'boolean') {
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={onChange}
        {...(help !== undefined && { hint: help })}
      />
    );
  }
  const choices = choicesOf(schema, names === undefined ? [] : props.stepIdsOf(names));
  if (choices !== undefined) {
    return (
      <SelectField
        {...described}
        value={typeof value === 'string' ? value : ''}
        options={[...(nullable ? [{ value: '', text: empty }] : []), ...choices, ...also]}
        onChange={(event) => onChange(nullable && event.target.value === '' ? null : event.target.value)}
      />
    );
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    return (
      <TextField
        {...described}
        type="number"
        step={schema.type === 'integer' ? 1 : 'any'}
        min={schema.minimum}
        max={schema.maximum}
        required={!nullable}
        value={typeof value === 'number' ? value : ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.valueAsNumber)}
      />
    );
  }
  if (schema.type === 'array')
    return <ListField {...props} schema={schema} nullable={nullable} described={described} />;
  if (schema.oneOf !== undefined) return <VariantField {...props} schema={schema} label={label} />;
  if (schema.type === 'object') return <SchemaForm {...props} schema={schema} />;
  return (
    <TextField
      {...described}
      value={typeof value === 'string' ? value : ''}
      maxLength={schema.maxLength}
      className={schema.name === 'CountryCode' ? 'uppercase' : ''}
      onChange={(event) => {
        const text = schema.name === 'CountryCode' ? event.target.value.toUpperCase() : event.target.value;
        onChange(nullable && text === '' ? null : text);
      }}
    />
  );
}

/** The choices of a setting; step ids as they are written. */
function choicesOf(schema: ConfigSchema, stepIds: readonly string[]) {
  if (schema.name === 'StepId') return stepIds.map((id) => ({ value: id, text: id }));
  return schema.enum?.map((choice) => ({ value: choice, text: words(choice) }));
}

/** All properties of an object. */
export function SchemaForm({ schema, value, onChange, pointer, ...rest }: Omit<SchemaFieldProps, 'name'>) {
  const object = isRecord(value) ? value : {};
  const properties = Object.entries(schema.properties ?? {}).filter(([, property]) => property.const === undefined);
  return (
    <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
      {properties.map(([name, property]) => (
        <div key={name} className={isWide(property) ? 'sm:col-span-2' : 'min-w-0'}>
          <SchemaField
            {...rest}
            name={name}
            schema={property}
            pointer={`${pointer}/${name}`}
            value={object[name]}
            onChange={(next) => onChange({ ...object, [name]: next })}
          />
        </div>
      ))}
    </div>
  );
}

type ListFieldProps = SchemaFieldProps & {
  nullable: boolean;
  described: { label: string; hint?: string; fault: string | undefined };
};

function ListField({ schema, nullable, described, ...props }: ListFieldProps) {
  const { value, onChange, pointer, name } = props;
  const items = schema.items ?? {};
  const list: unknown[] = Array.isArray(value) ? value : [];
  const change = (next: unknown[]) => onChange(next.length === 0 && nullable ? null : next);
  if (items.name === 'CountryCode') {
    return <CountriesField {...described} value={list.filter((code) => typeof code === 'string')} onChange={change} />;
  }
  if (items.enum !== undefined) {
    const chosen = list.filter((item) => typeof item === 'string');
    return (
      <CheckboxList
        legend={described.label}
        hint={described.hint}
        values={items.enum}
        chosen={chosen}
        textOf={words}
        onChange={change}
      />
    );
  }
  if (items.type === 'object') {
    return (
      <fieldset>
        <legend className="mb-2 font-medium">{described.label}</legend>
        <ul className="flex flex-col gap-3">
          {list.map((item, index) => (
            <li key={index} className="relative rounded-lg border border-line p-4 pr-12">
              <SchemaForm
                {...props}
                schema={items}
                pointer={`${pointer}/${index}`}
                value={item}
                onChange={(next) => change(list.map((other, place) => (place === index ? next : other)))}
              />
              <IconButton
                label={`Remove number ${index + 1} of ${described.label}`}
                className="absolute top-2 right-2"
                disabled={list.length <= (schema.minItems ?? 0)}
                onClick={() => change(list.filter((_item, place) => place !== index))}
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
        <Button
          size="small"
          className="mt-3"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => change([...list, firstValue(items)])}
        >
          Add
        </Button>
        {described.fault !== undefined && <p className="mt-1.5 text-[13px] font-medium text-bad">{described.fault}</p>}
      </fieldset>
    );
  }
  const inner = list.map((_item, index) => props.faultOf(`${pointer}/${index}`)).find((fault) => fault !== undefined);
  return (
    <TextField
      {...described}
      key={name}
      fault={described.fault ?? inner}
      defaultValue={list.join(', ')}
      onBlur={(event) => change(event.target.value.split(/[\s,]+/).filter(Boolean))}
    />
  );
}

function VariantField({ schema, value, onChange, label, ...props }: SchemaFieldProps & { label: string }) {
  const variants = schema.oneOf ?? [];
  const object = isRecord(value) ? value : {};
  const chosen = variants.find((variant) => variant.properties?.name?.const === object.name) ?? variants[0] ?? {};
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label={label}
        value={chosen.properties?.name?.const ?? ''}
        options={variants.map(({ properties }) => ({
          value: properties?.name?.const ?? '',
          text: words(properties?.name?.const ?? ''),
        }))}
        onChange={(event) =>
          onChange(firstValue(variants.find((variant) => variant.properties?.name?.const === event.target.value) ?? {}))
        }
      />
      <SchemaForm {...props} schema={chosen} value={object} onChange={onChange} />
    </div>
  );
}

function isWide(schema: ConfigSchema): boolean {
  const inner = withoutNull(schema).schema;
  return (
    inner.oneOf !== undefined || inner.type === 'object' || (inner.type === 'array' && inner.items?.type === 'object')
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
