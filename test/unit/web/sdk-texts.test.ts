import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countryCodes } from '../../../src/domain/documents/country-code.ts';
import { screenTexts } from '../../../src/contract/screen-texts/screen-texts.ts';
import { codeTexts } from '../../../src/services/codes/code-texts.ts';
import { languages } from '../../../src/domain/language.ts';
import { countryCodes as countriesOfSdk } from '../../../web/sdk/src/flow/country-codes.ts';
import permissionTexts from '../../../web/sdk/src/i18n/permission-texts.json' with { type: 'json' };
import { deviceCodes } from '../../../web/sdk/src/flow/fault.ts';

const dir = new URL('../../../web/sdk/src/i18n/texts/', import.meta.url);
const textsOf = (language: string) =>
  JSON.parse(readFileSync(new URL(`${language}.json`, dir), 'utf8')) as Record<string, string>;
const form = /\.(zero|one|two|few|many|other)$/;
const english = textsOf('en');
const isPlural = (key: string) => form.test(key) && `${key.replace(form, '')}.other` in english;
const plurals = [
  ...new Set(
    Object.keys(english)
      .filter(isPlural)
      .map((key) => key.replace(form, '')),
  ),
];
const singles = Object.keys(english).filter((key) => !isPlural(key));
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

it('has texts in every language of the service, and in no other', () => {
  expect(readdirSync(dir).sort()).toEqual(languages.map((language) => `${language}.json`).sort());
});

describe.each(languages)('the texts in %s', (language) => {
  const texts = textsOf(language);

  it('have exactly the keys of English, with the plural forms that the language needs', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const wanted = [...singles, ...plurals.flatMap((key) => forms.map((name) => `${key}.${name}`))];
    expect(Object.keys(texts).sort()).toEqual(wanted.sort());
  });

  it('are not empty, and have the placeholders of English', () => {
    for (const [key, text] of Object.entries(texts)) {
      const original = english[key] ?? english[key.replace(form, '.other')] ?? '';
      expect([key, placeholders(text)]).toEqual([key, placeholders(original)]);
      expect(text.trim(), key).not.toBe('');
    }
  });

  it('are translated', () => {
    if (language === 'en') return;
    const same = Object.keys(texts).filter((key) => texts[key] === english[key]);
    expect(same.length).toBeLessThan(8);
  });
});

it('says something about every fault that a device can notice', () => {
  expect(deviceCodes.filter((code) => !(`fault.${code}` in english))).toEqual([]);
});

describe.each(languages)('the steps to a permission in %s', (language) => {
  const steps = permissionTexts[language];

  it('have the keys and placeholders of English, and are translated', () => {
    const shapeOf = (texts: Record<string, string>) =>
      Object.entries(texts).map(([key, text]) => [key, placeholders(text)]);
    expect(shapeOf(steps)).toEqual(shapeOf(permissionTexts.en));
    const same = Object.entries(permissionTexts.en).filter(([key, text]) => steps[key as keyof typeof steps] === text);
    if (language !== 'en') expect(same).toEqual([]);
  });
});

it('has the countries of the server', () => {
  expect(countriesOfSdk).toEqual(countryCodes);
});

describe('screens, messages and the server speak to people in the same way', () => {
  /**
   * Words that a text of a language must not have: the other form of address, and words of another country's variant. We chose the polite
   * form in German, Spanish, French and Russian, the familiar one in Italian, and the Portuguese of Brazil.
   */
  const foreign = {
    de: /(?<!\p{L})(du|dir|dich|dein\p{L}*)(?!\p{L})/iu,
    es: /(?<!\p{L})(tú|tu|tus|te|ti|contigo)(?!\p{L})/iu,
    fr: /(?<!\p{L})(tu|toi|ton|ta|tes)(?!\p{L})/iu,
    ru: /(?<!\p{L})(ты|тебя|тебе|твой|твоя|твоё|твои)(?!\p{L})/iu,
    it: /(?<!\p{L})(suo|sua|suoi|sue|inserisca|comunichi|scelga|riprovi)(?!\p{L})/iu,
    pt: /(?<!\p{L})(ecrã|câmara|telemóvel|ficheiros?|aplicação|palavra-passe|demasiad\p{L}+|ligação|fotografia|contacte|teu|tua)(?!\p{L})/iu,
    pl: /(?<!\p{L})(twoj\p{L}*|twój)(?!\p{L})/u,
  } as const;

  it.each(Object.entries(foreign))('in %s', (language, words) => {
    const chosen = language as keyof typeof foreign; // The keys of the object above.
    const spoken = [
      ...Object.values(textsOf(chosen)),
      ...Object.values(permissionTexts[chosen]),
      ...Object.values(screenTexts[chosen]),
      ...Object.values({ ...codeTexts[chosen] }),
    ];
    expect(spoken.filter((text) => words.test(text))).toEqual([]);
  });
});

/** French needs a space that does not break before these signs; the other languages have none. */
it.each(languages)('has the spaces of %s before signs', (language) => {
  const texts = [textsOf(language), screenTexts[language], permissionTexts[language]].flatMap((group) =>
    Object.values(group),
  );
  const wrong = language === 'fr' ? /[^\u00a0][?!:;»]|«[^\u00a0]/ : /\s[?!:;»]/;
  expect(texts.filter((text) => wrong.test(text))).toEqual([]);
});
