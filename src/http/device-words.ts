import Bowser from 'bowser';

/** No browser sends a longer one. */
const maxUserAgentLength = 500;

/** Browser and system in words, as in `Firefox on Linux`, from the browser's user agent. Null when it names neither. */
export function deviceWordsOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, maxUserAgentLength));
  const words = [browser.name, os.name].filter((word) => word !== undefined && word !== '');
  return words.length === 0 ? null : words.join(' on ').slice(0, 100);
}
