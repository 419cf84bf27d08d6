/** Languages that every text for the person exists in. */
export const languages = ['en', 'es', 'fr', 'pt', 'ru', 'tr', 'de', 'it', 'pl', 'th'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(value: string): value is Language {
  return (languages as readonly string[]).includes(value);
}

/**
 * A language tag of BCP 47 (RFC 5646, section 2.1) without grandfathered tags: language, script, region, variants,
 * extensions, private use.
 */
export const languageTagPattern =
  /^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?(-([A-Za-z0-9]{5,8}|\d[A-Za-z0-9]{3}))*(-[0-9A-WY-Za-wy-z](-[A-Za-z0-9]{2,8})+)*(-[xX](-[A-Za-z0-9]{1,8})+)?$/;
