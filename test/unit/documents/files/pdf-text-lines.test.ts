import { expect, it } from 'vitest';
import { toTextLines } from '../../../../src/adapters/native/pdf/pdf-text-lines.ts';

it('characters without ink are no part of a line: no page shows them, and they would make another value of it', () => {
  const characters = Array.from('Ana\u3164\u2800\u00ad\u115f\u200b\ufe0f Lima').map((character, index) => ({
    character,
    box: { left: 4 * index, right: 4 * index + 3, top: 0, bottom: 20 },
  }));
  expect(toTextLines(characters).map(({ text }) => text)).toEqual(['Ana Lima']);
});
