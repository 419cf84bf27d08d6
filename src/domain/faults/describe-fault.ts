const longestText = 300;

/**
 * What a log may say of a failure: its class and its message, without what the message quotes. Between quotation marks and
 * brackets libraries repeat values; addresses, long numbers and letters beyond ASCII may be a person's. A message of several
 * lines is cut after the first, since Prisma and zod print what they were given below it.
 */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && /^[\w.-]{2,40}$/.test(String(error.code)) ? ` ${String(error.code)}` : '';
  const message = withoutValues(firstLineOf(error.message));
  return `${error.name}${code}${message === '' ? '' : `: ${message}`}`.slice(0, longestText);
}

function firstLineOf(message: string): string {
  return (message.split('\n').find((line) => line.trim() !== '') ?? '').trim();
}

const quoted = /"[^"]*"?|`[^`]*`?|(?<!\w)'[^']*'?|[“«„‘][^”»“’]*[”»“’]?|\{.*\}?|\[.*\]?|\(.*\)?|<[^>]*>?/gu;
const mailAddress = /\S*@\S*/gu;
const longNumber = /\+?\d[\d\s./-]{4,}\d/gu;
const foreignWord = /\S*[^\x20-\x7e]\S*/gu;

function withoutValues(text: string): string {
  return text
    .replace(quoted, '…')
    .replace(mailAddress, '…')
    .replace(longNumber, '…')
    .replace(foreignWord, (word) => (word === '…' ? word : '…'));
}
