/** The page that lists every code, and the prefix of a problem's `type`. */
export const codesPagePath = '/docs/error-codes';

/** The page's line for a code: the problem's line, if the code is a problem. */
export function lineOfCode(code: string): string {
  return `${codesPagePath}#${code}`;
}
