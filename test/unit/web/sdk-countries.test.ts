import { describe, expect, test } from 'vitest';
import { languages } from '../../../src/domain/language.ts';
import { findCountries, suggestCountries } from '../../../web/sdk/src/flow/find-countries.ts';

const codes = ['DE', 'BR', 'CI', 'TR', 'PT', 'IN', 'JP', 'GR'];

function found(language: string, search: string, ...suggested: string[]): string[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const rows = codes.map((code) => ({ code, name: names.of(code) ?? code, note: '' }));
  return findCountries(rows, { language, search, suggested }).map(({ code }) => code);
}

describe('the search for a country', () => {
  test.each(languages)('finds it by its English name, its own name and its code in %s', (language) => {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    const english = new Intl.DisplayNames(['en'], { type: 'region' });
    for (const code of codes) {
      for (const search of [names.of(code), english.of(code), english.of(code)?.toUpperCase(), code.toLowerCase()]) {
        expect(found(language, search ?? ''), `${code} by ${String(search)}`).toContain(code);
      }
    }
  });

  test('ignores accents and case, and finds nothing for a text that is not a country', () => {
    expect(found('fr', 'cote d’ivoire')).toEqual(['CI']);
    expect(found('ru', 'GERMANY')).toEqual(['DE']);
    expect(found('de', 'xyzzy')).toEqual([]);
  });

  test('begins with the suggested countries, in their order, until something is typed', () => {
    expect(found('en', '', 'PT', 'DE').slice(0, 3)).toEqual(['PT', 'DE', 'BR']);
    expect(found('en', '', 'PT')[0]).toBe('PT');
    expect(found('en', '')[0]).toBe('BR');
    expect(found('en', 'r', 'PT')[0]).toBe('BR');
  });
});

describe('the suggested countries', () => {
  const suggest = (tags: string[], networkCountry: string | null = null) =>
    suggestCountries({ tags, networkCountry }, codes);

  test('are those of the device’s settings that the list has, whatever else the settings contain', () => {
    expect(suggest(['en-US', 'pt-BR', 'de-DE', 'pt-BR'])).toEqual(['BR', 'DE']);
    expect(suggest(['x', '', 'en_US.UTF-8', '𝕏'.repeat(200), 'zh-Hant-JP'])).toEqual(['JP']);
    expect(suggest(['pt', 'en-US'])).toEqual([]);
  });

  test('begin with the country of the network, if the list has it', () => {
    expect(suggest(['en-US', 'pt-BR'], 'DE')).toEqual(['DE', 'BR']);
    expect(suggest(['pt-BR'], 'BR')).toEqual(['BR']);
    expect(suggest(['pt-BR'], 'US')).toEqual(['BR']);
    expect(suggest([], 'XXK')).toEqual([]);
  });
});
