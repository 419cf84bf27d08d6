import type { SqueezedText } from './squeeze-text.ts';

/** What recognisers make of the small letter of a field's number. */
const readAsDigit: Readonly<Record<string, string>> = { B: '68', C: '0', D: '0' };

/** The label that is the number of a field with a letter that was read as a digit, right before a date: `4631.12.2018` for `4b.31.12.2018`. */
export function misreadNumberOf<L extends { squeezed: string }>(
  { text, at, printed }: SqueezedText,
  labels: readonly L[],
): L | null {
  const rest = printed.slice(at[2] ?? printed.length);
  if (!/^\d{2}([./-])\d{2}\1\d{4}\s*$/.test(rest)) return null;
  const isMisread = ({ squeezed }: L) => {
    const [number = '', letter = ''] = squeezed;
    return /^\d[B-D]$/.test(squeezed) && text.startsWith(number) && readAsDigit[letter]?.includes(text.charAt(1));
  };
  return labels.find((label) => isMisread(label) === true) ?? null;
}
