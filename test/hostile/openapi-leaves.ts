import { readFileSync } from 'node:fs';
import { hostileValuesOf, type JsonSchema } from './hostile-values.ts';

/** Walks `openapi/openapi.json` as an outsider does: every place of every request that takes a value. */

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: JsonSchema;
}

interface RawOperation {
  operationId: string;
  security?: Record<string, string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

interface RawDocument {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, JsonSchema>; parameters: Record<string, Parameter> };
}

const file = JSON.parse(readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')) as RawDocument;

export type BodyKind = 'json' | 'form' | 'multipart';

/** An honest request of one operation; omitted query parameters are undefined. */
export interface RequestPlan {
  operationId: string;
  method: string;
  path: string;
  credentials: readonly string[];
  parameters: readonly { name: string; in: Parameter['in']; value: unknown }[];
  body: { kind: BodyKind; value: unknown } | null;
}

/** One place of a request and the value to put there. */
export interface HostileLeaf {
  operationId: string;
  /** `path flowId`, `body /steps/0/config`. */
  where: string;
  values: readonly unknown[];
  /** The request with this value there. `known` are values of the running service, by their name. */
  plan(value: unknown, known: Readonly<Record<string, unknown>>): RequestPlan;
}

type Known = Readonly<Record<string, unknown>>;
type Build = (known: Known) => unknown;
interface Leaf {
  pointer: string;
  schema: JsonSchema;
  build: (value: unknown, known: Known) => unknown;
}

/** Levels of a schema that are walked: the deepest honest body has fewer. */
const mostLevels = 9;

function resolved(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolved(file.components.schemas[name] ?? {});
}

/** The variants of a value; each leads to another part of the schema. */
function variantsOf(schema: JsonSchema): JsonSchema[] {
  const own = resolved(schema);
  return (own.oneOf ?? own.anyOf ?? [own]).map(resolved);
}

/** An honest value, as small as possible. */
function honest(schema: JsonSchema, name: string): Build {
  return (known) => {
    if (known[name] !== undefined) return known[name];
    const own = resolved(schema);
    if (own.const !== undefined) return own.const;
    if (own.examples?.[0] !== undefined) return own.examples[0];
    if (own.default !== undefined) return own.default;
    if (own.enum !== undefined) return own.enum[0];
    const [variant] = variantsOf(own);
    if (variant !== undefined && variant !== own) return honest(variant, name)(known);
    switch ([own.type ?? []].flat()[0]) {
      case 'object':
        return objectWith(own, {}, known);
      case 'array':
        return [];
      case 'boolean':
        return true;
      case 'number':
      case 'integer':
        return own.minimum ?? 1;
      case 'string':
        return 'a'.repeat(own.minLength ?? 1);
      default:
        return null;
    }
  };
}

function objectWith(schema: JsonSchema, more: Record<string, unknown>, known: Known): Record<string, unknown> {
  const required = (schema.required ?? []).filter((name) => !Object.hasOwn(more, name));
  const others = required.map((name) => [name, honest(schema.properties?.[name] ?? {}, name)(known)]);
  return { ...(Object.fromEntries(others) as Record<string, unknown>), ...more };
}

function leavesOf(schema: JsonSchema, level = 0): Leaf[] {
  if (level > mostLevels) return [];
  return variantsOf(schema).flatMap((variant) => {
    const itself: Leaf = { pointer: '', schema: variant, build: (value) => value };
    const { properties = {}, items, additionalProperties } = variant;
    const below = Object.entries(properties).flatMap(([name, child]) =>
      leavesOf(child, level + 1).map((leaf) => ({
        pointer: `/${name}${leaf.pointer}`,
        schema: leaf.schema,
        build: (value: unknown, known: Known) => objectWith(variant, { [name]: leaf.build(value, known) }, known),
      })),
    );
    const inItems = (items === undefined ? [] : leavesOf(items, level + 1)).map((leaf) => ({
      pointer: `/0${leaf.pointer}`,
      schema: leaf.schema,
      build: (value: unknown, known: Known) => [leaf.build(value, known)],
    }));
    const inMore = (typeof additionalProperties === 'object' ? leavesOf(additionalProperties, level + 1) : []).map(
      (leaf) => ({
        pointer: `/any${leaf.pointer}`,
        schema: leaf.schema,
        build: (value: unknown, known: Known) => objectWith(variant, { any: leaf.build(value, known) }, known),
      }),
    );
    const hostileKeys: Leaf[] =
      additionalProperties === undefined || additionalProperties === false
        ? []
        : [
            {
              pointer: '/(key)',
              schema: { type: 'string' },
              build: (value, known) => objectWith(variant, { [String(value)]: 'text' }, known),
            },
          ];
    return [itself, ...below, ...inItems, ...inMore, ...hostileKeys];
  });
}

const kindOf: Readonly<Record<string, BodyKind>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
};

function leavesOfOperation(path: string, method: string, raw: RawOperation): HostileLeaf[] {
  const parameters = (raw.parameters ?? []).flatMap((parameter) => {
    const own = '$ref' in parameter ? file.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter;
    return own === undefined ? [] : [own];
  });
  const [contentType, content] = Object.entries(raw.requestBody?.content ?? {})[0] ?? [];
  const kind = kindOf[contentType ?? ''];
  const body = kind === undefined || content === undefined ? null : { kind, schema: content.schema };
  const { operationId } = raw;

  const plan = (
    known: Known,
    changed: { name?: string; in?: string; value: unknown; body?: unknown },
  ): RequestPlan => ({
    operationId,
    method: method.toUpperCase(),
    path,
    credentials: (raw.security ?? []).flatMap((scheme) => Object.keys(scheme)),
    parameters: parameters.flatMap((parameter) => {
      if (parameter.name === changed.name && parameter.in === changed.in) {
        return [{ name: parameter.name, in: parameter.in, value: changed.value }];
      }
      if (parameter.required !== true) return [];
      return [{ name: parameter.name, in: parameter.in, value: honest(parameter.schema, parameter.name)(known) }];
    }),
    body: body === null ? null : { kind: body.kind, value: changed.body ?? honest(body.schema, '')(known) },
  });

  const ofParameters = parameters.flatMap((parameter) =>
    leavesOf(parameter.schema).map((leaf): HostileLeaf => ({
      operationId,
      where: `${parameter.in} ${parameter.name}`,
      values: hostileValuesOf(leaf.schema),
      plan: (value, known) => plan(known, { name: parameter.name, in: parameter.in, value }),
    })),
  );
  const ofBody = (body === null ? [] : leavesOf(body.schema)).map((leaf): HostileLeaf => ({
    operationId,
    where: `body ${leaf.pointer}`,
    values: hostileValuesOf(leaf.schema),
    plan: (value, known) => plan(known, { value: null, body: leaf.build(value, known) }),
  }));
  // A query that no operation names.
  const misspelt: HostileLeaf = {
    operationId,
    where: 'query (unknown)',
    values: ['', '\u0000', 'a'],
    plan: (value, known) => {
      const honestPlan = plan(known, { value: null });
      return { ...honestPlan, parameters: [...honestPlan.parameters, { name: 'unknown', in: 'query', value }] };
    },
  };
  return [...ofParameters, ...ofBody, misspelt];
}

/** Every place of every request of the file. */
export const hostileLeaves: readonly HostileLeaf[] = Object.entries(file.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, raw]) => leavesOfOperation(path, method, raw)),
);
