const longestText = 300;

/**
 * The loggable part of an error: its class and its message, without quoted data. Libraries repeat values between quotation marks and
 * brackets; addresses, long numbers and non-ASCII letters may belong to a person. Only the first line of a message is kept, because Prisma
 * and zod print their input below it.
 */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && /^[\w.-]{2,40}$/.test(String(error.code)) ? ` ${String(error.code)}` : '';
  const message = withoutValues(firstLineOf(error.message));
  return `${error.name}${code}${message === '' ? '' : `: ${message}`}`.slice(0, longestText);
}

/**
 * The loggable part of a provider's error: its class and its codes. Its message may repeat what the provider was given, such as a name or half
 * of an address, which no pattern recognises.
 */
export function nameFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const codes = ['code', 'responseCode', 'status'].flatMap((name) => {
    const value: unknown = Object.entries(error).find(([key]) => key === name)?.[1];
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && /^[\w.-]{2,40}$/.test(text) ? [text] : [];
  });
  return [...new Set([error.name, ...codes])].join(' ');
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
