/** What V8 writes for a call: the file with its line and column, or a place without a file. */
const place = /^at .*(?:(?:\.[cm]?[jt]sx?|node:[\w/]+):\d+:\d+|\(<anonymous>\)|\(native\)|\(index \d+\))\)?$/;

/**
 * The lines of an error's stack that name places in the code. The message is before them. It may quote data, and one of its lines may look
 * like a place.
 */
export function placesOf(error: Error): string[] {
  const lines = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .map((line) => line.trim());
  const lastOfMessage = lines.findLastIndex((line) => !place.test(line));
  return lines.slice(lastOfMessage + 1);
}
