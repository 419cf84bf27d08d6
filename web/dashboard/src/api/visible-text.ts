/**
 * Control characters, and characters that reverse the text after them or take no room. Joiners are left: names in Persian or Hindi need
 * them.
 */
const invisible = /[\p{Cc}\u200b\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const ofPlainText = new Set(['\n', '\r', '\t']);

/**
 * An answer of the API whose text shows every character that a person would not see, by its code: `⟨U+202E⟩`. A stranger may have put it
 * there so that the reviewer reads another value than the one on record.
 */
export function withVisibleText<T>(value: T): T {
  return visible(value) as T; // Text stays text, and lists and objects keep their shape.
}

/** A text without the characters that a person would not see. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, (character) => (ofPlainText.has(character) ? character : ''));
}

function visible(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(invisible, codeOf);
  if (Array.isArray(value)) return value.map(visible);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [visible(name), visible(inner)]));
}

function codeOf(character: string): string {
  if (ofPlainText.has(character)) return character;
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
