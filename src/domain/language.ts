/** Languages that every text for the person exists in. */
export const languages = ['en', 'es', 'fr', 'pt', 'ru', 'tr', 'de', 'it', 'pl', 'th'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(value: string): value is Language {
  return (languages as readonly string[]).includes(value);
}
