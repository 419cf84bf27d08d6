import { stepTypes } from 'virtual:contract-flow';

/** The part of JSON Schema that describes the configs of steps. `name`: the component that a schema came from. */
export interface ConfigSchema {
  name?: string;
  type?: string | readonly string[];
  description?: string;
  default?: unknown;
  enum?: readonly string[];
  const?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  pattern?: string;
  properties?: Readonly<Record<string, ConfigSchema>>;
  required?: readonly string[];
  items?: ConfigSchema;
  anyOf?: readonly ConfigSchema[];
  oneOf?: readonly ConfigSchema[];
}

export function schemaOfStep(type: string): ConfigSchema {
  return stepTypes.find((step) => step.type === type)?.config ?? {};
}

/** The schema without null; `nullable` says whether null is allowed. */
export function withoutNull(schema: ConfigSchema): { schema: ConfigSchema; nullable: boolean } {
  const options = schema.anyOf ?? [];
  const rest = options.filter((option) => option.type !== 'null');
  const only = rest[0];
  if (only === undefined || rest.length === options.length) return { schema, nullable: false };
  return {
    schema: { ...only, ...(schema.description !== undefined && { description: schema.description }) },
    nullable: true,
  };
}

/** An initial value: the default, or the smallest value that the schema allows. */
export function firstValue(schema: ConfigSchema): unknown {
  if (schema.default !== undefined) return structuredClone(schema.default);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf?.some((option) => option.type === 'null')) return null;
  if (schema.oneOf?.[0] !== undefined) return firstValue(schema.oneOf[0]);
  if (schema.type === 'object') {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [name, firstValue(property)]),
    );
  }
  if (schema.type === 'array') return schema.items && (schema.minItems ?? 0) > 0 ? [firstValue(schema.items)] : [];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  return '';
}
