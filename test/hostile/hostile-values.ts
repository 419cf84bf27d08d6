/** Values that a caller may send in place of an honest one, by the type in openapi.json. */

const digits = (length: number) => '9'.repeat(length);

const texts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\uffff',
  '\u202e\u2066',
  '\u2028',
  '\r\nX-Injected: 1',
  '__proto__',
  'constructor',
  "'; drop table identities; --",
  '%00',
  '%',
  '../../etc/passwd',
  '{{7*7}}${7*7}',
  '<script>alert(1)</script>',
  '🧑‍🚀'.repeat(20),
  'a'.repeat(199),
  'a'.repeat(201),
  'a'.repeat(5_000),
  'ﷺ'.repeat(1_000),
  digits(400),
  '-1',
  '1e999',
  'null',
  'true',
  '[]',
];

const dates: readonly string[] = [
  '0000-01-01T00:00:00.000Z',
  '0000-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '+999999-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '1899-12-31T23:59:59.999Z',
  '2199-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '2026-06-30T23:59:60.000Z',
  '2026-01-01T00:00:00.000+23:59',
  '0000-01-01',
  '0001-01-01',
  '2026-02-29',
  '9999-12-31',
  '\u0000',
];

const numbers: readonly unknown[] = [
  0,
  -0,
  -1,
  1,
  0.5,
  1e-320,
  1.797e308,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  31_536_000,
  1_000_000,
  digits(30),
  '1e999',
  'NaN',
  '0x10',
  '',
  null,
];

const shapes: readonly unknown[] = [
  null,
  true,
  1,
  'text',
  [],
  {},
  [[]],
  { length: 1_000 },
  nested(2_000),
  { '\u0000': 1 },
];

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minLength?: number;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
}

/** What a leaf of a schema is tested with: its own limits and one past them, and values that break parsers, databases and pages. */
export function hostileValuesOf(schema: JsonSchema): readonly unknown[] {
  const types = [schema.type ?? []].flat();
  if (types.includes('number') || types.includes('integer')) {
    const { minimum, maximum } = schema;
    const limits = [minimum, maximum].filter((limit) => limit !== undefined);
    return [...numbers, ...limits.flatMap((limit) => [limit, limit - 1, limit + 1])];
  }
  if (types.includes('string')) {
    const lengths = [schema.minLength, schema.maxLength].filter((length) => length !== undefined && length <= 100_000);
    const long = lengths.flatMap((length) => ['é'.repeat(length ?? 0), 'é'.repeat((length ?? 0) + 1)]);
    const isDate = schema.format === 'date-time' || schema.format === 'date';
    return [...(isDate ? dates : texts), ...long, ...shapes];
  }
  return [...shapes, ...texts.slice(0, 8)];
}
