import { describe, expect, it } from 'vitest';
import { languageTagPattern } from '../../../src/domain/language.ts';
import { countryName, languageName } from '../../../web/dashboard/src/app/words.ts';
import { wellFormedTags } from '../../../web/sdk/src/i18n/guess-language.ts';

const malformed = ['x', '', 'c', 'en_US.UTF-8', 'en-', '-en', 'a'.repeat(35), 'en-US-u', 'zz😀', '../../etc', 'und-x'];
const wellFormed = ['en', 'pt-BR', 'zh-Hant-TW', 'es-419', 'de-CH-1996', 'th-TH-u-nu-thai', 'sr-Latn', 'en-x-private'];

describe('a text that a device sends as its language', () => {
  it.each(malformed)('is refused if it is not a language tag: %j', (tag) => {
    expect(languageTagPattern.test(tag)).toBe(false);
  });

  it.each(wellFormed)('is accepted if it is a language tag: %s', (tag) => {
    expect(languageTagPattern.test(tag)).toBe(true);
  });

  it('is left out by our SDK if the server would refuse it', () => {
    expect(wellFormedTags([...malformed, ...wellFormed])).toEqual(wellFormed);
  });
});

describe('the dashboard names', () => {
  it.each([...malformed, 'UTO', 'XXK', 'D', 'tlh', '🏴', '12'])('no code after an inherited property: %j', (code) => {
    expect(countryName(code)).toEqual(expect.any(String));
    expect(languageName(code)).toEqual(expect.any(String));
  });

  it('a country and a language in words', () => {
    expect(countryName('PT')).not.toBe('PT');
    expect(languageName('pt-BR')).not.toBe('pt-BR');
  });
});
