import { describe, expect, test } from 'vitest';
import { parseSearch } from '../../../web/dashboard/src/app/lists/search.ts';
import { withVisibleText } from '../../../web/dashboard/src/api/visible-text.ts';
import { signatureText } from '../../../web/dashboard/src/app/words.ts';

const unseen = ['\u202e', '\u202a', '\u2066', '\u2069', '\u200b', '\ufeff', '\u0000', '\u001b', '\u0085', '\u2028'];

describe('what a reviewer reads', () => {
  test.each(unseen)('shows the code of a character that nobody sees, wherever it is in an answer: %j', (character) => {
    const answer = {
      name: `Ana${character}Silva`,
      list: [{ [`k${character}`]: `${character}x` }],
      count: 3,
      none: null,
    };
    const text = JSON.stringify(withVisibleText(answer));
    expect(text).not.toContain(JSON.stringify(character).slice(1, -1));
    expect(text.match(/⟨U\+[0-9A-F]{4}⟩/g)).toHaveLength(3);
  });

  test('says of a PDF’s signatures what the service found, and not that nobody looked', () => {
    const found = { fault: null, issuer: null, claimedAt: null };
    const said = [
      signatureText({ signatures: 0, signature: null }),
      signatureText({ signatures: 1 }),
      signatureText({ signatures: 2, signature: { ...found, state: 'valid', issuer: 'Example Energy' } }),
      signatureText({ signatures: 1, signature: { ...found, state: 'invalid', fault: 'changed' } }),
      signatureText({ signatures: 1, signature: { ...found, state: 'unknown', fault: 'not_an_issuer' } }),
    ];
    expect(said).toEqual([
      'none',
      '1, not verified',
      '2, valid: Example Energy signed the whole file',
      '1, invalid',
      '1, could not be verified',
    ]);
  });

  test.each(['Ana Silva', 'محمد علی', 'می\u200cخواهم', 'क्\u200dष', 'a\nb\tc', 'עברית', '𝕏👩‍👩‍👧'])(
    'leaves text as it is: %j',
    (text) => {
      expect(withVisibleText({ text })).toEqual({ text });
    },
  );

  test.each(unseen)('ignores a character in the address that nobody sees: %j', (character) => {
    const query = new URLSearchParams({ fullName: `Ana${character} Silva` }).toString();
    expect(parseSearch(`?${query}`)).toEqual({ fullName: 'Ana Silva' });
  });
});
