/**
 * The bytes that a `Range` header requests (RFC 9110, section 14), both ends included. Null for no range, for several, and for one outside
 * the file: a server may answer those with the whole file.
 */
export function byteRangeOf(header: string | undefined, length: number): { first: number; last: number } | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (asked === null) return null;
  const [from, to] = [asked[1] ?? '', asked[2] ?? ''];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  return first <= last && first < length ? { first, last } : null;
}
