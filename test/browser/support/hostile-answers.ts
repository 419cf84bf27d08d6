import { readFileSync } from 'node:fs';
import type { Route } from 'playwright-core';

const overlong = 'W'.repeat(10_000);

/** Values that an unknown device, a forged document, a customer's metadata or an old release may have left in a record. */
const mixed = [
  'UTO',
  'XXK',
  'D',
  'x',
  '',
  '\u202e0.1\u202c',
  '\u2067\u05d0\u05d1\u2069',
  '\u0000',
  `<img src=x onerror=alert(1)>${'𝕏'.repeat(200)}`,
  'javascript:alert(1)',
  '{{constructor}}',
  '__proto__',
  '9999-99-99',
  '../../%00?#',
];

/** Lists and objects, by the field's name: text is replaced wherever it is. */
const shaped: Readonly<Record<string, unknown>> = {
  languages: ['x', '', 'en_US.UTF-8', overlong],
  metadata: { toString: 1, __proto__: 'x', nested: { country: 'D', languages: 'x' }, text: overlong, [overlong]: null },
  data: { toString: null, country: 'D', list: [[['x']]], text: overlong },
};

/** Values of enumerations come from the service itself: strangers never write them. */
const ownWords = new Set<unknown>(enumeratedWords(JSON.parse(readFileSync('openapi/openapi.json', 'utf8'))));
/** Ids, timestamps, dates and keys that the service makes. */
const ownForm = /^(?:[a-z]{3,4}_[0-9a-z]{26}|\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?|[\w-]{43})$/;
const ownNames: ReadonlySet<string> = new Set(['csrfToken', 'nextCursor']);

function enumeratedWords(schema: unknown): unknown[] {
  if (Array.isArray(schema)) return schema.flatMap(enumeratedWords);
  if (typeof schema !== 'object' || schema === null) return [];
  const { enum: words = [], const: word } = schema as { enum?: unknown[]; const?: unknown };
  return [...(Array.isArray(words) ? words : []), word, ...Object.values(schema).flatMap(enumeratedWords)];
}

/** `mixed`: a different hostile text in each place. `overlong`: ten thousand letters in every place. */
export type Hostility = 'mixed' | 'overlong';

/** Replaces every text of the API's responses that the service did not make with hostile text. */
export function spoilAnswers(hostility: Hostility): (route: Route) => Promise<void> {
  let count = 0;
  const text = () => (hostility === 'overlong' ? overlong : (mixed[count++ % mixed.length] ?? ''));

  function spoilt(value: unknown, name: string): unknown {
    if (typeof value === 'string') {
      return ownWords.has(value) || ownForm.test(value) || ownNames.has(name) ? value : text();
    }
    if (Array.isArray(value))
      return name in shaped && name !== 'data' ? shaped[name] : value.map((one) => spoilt(one, ''));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
        // Lists have their rows, and identities their facts, under the same name as the evidence of a check.
        const isFree = isObject && key in shaped && (key !== 'data' || 'outcome' in value);
        return [key, isFree ? shaped[key] : spoilt(inner, key)];
      }),
    );
  }

  return async (route) => {
    const answer = await route.fetch();
    if (!(answer.headers()['content-type'] ?? '').includes('json')) return route.fulfill({ response: answer });
    await route.fulfill({ response: answer, json: spoilt(await answer.json(), '') });
  };
}
