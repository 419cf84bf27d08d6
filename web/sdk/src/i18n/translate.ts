import type { Language } from '../api/contract.ts';
import type english from './texts/en.json';

/** The key of a plural text without its form. Each form has a separate key, with the form after the last dot. */
type WithoutForm<K> = K extends `${infer Base}.${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : K;
export type TextKey = WithoutForm<keyof typeof english>;
export type Texts = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, values?: Values) => string;

/** Texts by key, with `{name}` replaced; a value `count` chooses the plural form. */
export function createTranslate(language: Language, texts: Texts): Translate {
  const plurals = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const { count } = values;
    const form = typeof count === 'number' ? texts[`${key}.${plurals.select(count)}`] : undefined;
    const text = form ?? texts[`${key}.other`] ?? texts[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
