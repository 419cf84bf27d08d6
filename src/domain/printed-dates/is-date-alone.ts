/** Whether a text is a date in digits and nothing else. */
export function isDateAlone(text: string): boolean {
  return /^\s*\d[\d\s./-]*\d{4}\s*$/.test(text);
}
