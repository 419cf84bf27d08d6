/** The page that lists every code, and the prefix of a problem's `type`. */
export const codesPagePath = '/docs/error-codes';

/** Where a code has its line: the problem's, where it is one. */
export function lineOfCode(code: string): string {
  return `${codesPagePath}#${code}`;
}
