import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** As a new reader needs it: every operation shows what to send and what comes back. */
type Node = Record<string, unknown>;
const file = JSON.parse(readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8')) as Node;

function resolved(node: unknown): Node {
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined) return node as Node;
  const names = $ref.slice(2).split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')); // prettier-ignore
  return resolved(names.reduce<unknown>((value, name) => (value as Node)[name], file));
}

const entries = (node: unknown) => Object.entries((node ?? {}) as Record<string, Node>);
const list = (node: unknown) => (node ?? []) as Node[];

/** By its own example, by those of its parts, or because it has only one possible value. */
function isShown(node: unknown): boolean {
  const { examples, anyOf, oneOf, allOf, ...rest } = resolved(node);
  if (examples !== undefined || 'const' in rest || 'enum' in rest) return true;
  if (Array.isArray(allOf)) return allOf.some(isShown);
  const variants = list(anyOf ?? oneOf);
  return variants.length > 0 && variants.every(isShown);
}

const operations = entries(file.paths).flatMap(([path, methods]) =>
  entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
);
const bodiesOf = (content: unknown) =>
  entries(content).filter(([type, body]) => type !== '*/*' && 'schema' in body && /json|form/.test(type));

it.each(operations)('%s shows every parameter, header, body and error by an example', (_name, operation) => {
  const bare: string[] = [];
  for (const parameter of list(operation.parameters).map(resolved)) {
    if (!isShown(parameter) && !isShown(parameter.schema)) bare.push(`parameter ${String(parameter.name)}`);
  }
  const { content } = (operation.requestBody ?? {}) as { content?: unknown };
  for (const [type, { schema }] of bodiesOf(content)) if (!isShown(schema)) bare.push(`body ${type}`);
  for (const [status, response] of entries(operation.responses)) {
    const { headers, content } = resolved(response);
    expect(
      entries(headers).map(([name]) => name),
      status,
    ).toContain('X-Request-Id');
    for (const [name, header] of entries(headers)) {
      const { schema } = resolved(header);
      if (!isShown(schema)) bare.push(`header ${name} of ${status}`);
    }
    for (const [type, { schema, examples }] of bodiesOf(content)) {
      const { properties } = list(resolved(schema).allOf).map(resolved).find(hasCodes) ?? {};
      const codes = (properties as { code?: { enum?: string[] } } | undefined)?.code?.enum;
      if (type.includes('problem')) expect(Object.keys(examples as Node)).toEqual(codes);
      else if (!isShown(schema)) bare.push(`${type} of ${status}`);
    }
  }
  expect(bare).toEqual([]);
});

function hasCodes({ properties }: Node): boolean {
  return (
    entries(properties)
      .map(([name]) => name)
      .join() === 'code'
  );
}
