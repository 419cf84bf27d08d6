import { expect, test } from 'vitest';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import { editDistance } from '../../../src/steps/document/visual/squeeze-text.ts';

/** Levenshtein's recursion, straight from the definition. */
function distanceByDefinition(one: string, other: string): number {
  if (one === '' || other === '') return Math.max(one.length, other.length);
  const [restOfOne, restOfOther] = [one.slice(1), other.slice(1)];
  if (one.startsWith(other.charAt(0))) return distanceByDefinition(restOfOne, restOfOther);
  const ways = [
    distanceByDefinition(restOfOne, other),
    distanceByDefinition(one, restOfOther),
    distanceByDefinition(restOfOne, restOfOther),
  ];
  return 1 + Math.min(...ways);
}

test('the edit distance equals the definition’s up to the requested maximum, and exceeds the maximum beyond it', () => {
  const random = createRandom(7);
  const word = () => Array.from({ length: random.integer(0, 6) }, () => random.pick(['A', 'B', 'C'])).join('');
  for (let round = 0; round < 1_000; round += 1) {
    const [one, other, most] = [word(), word(), random.integer(0, 4)];
    const found = editDistance(one, other, most);
    expect([one, other, most, found]).toEqual([one, other, most, Math.min(distanceByDefinition(one, other), most + 1)]);
  }
});
