/** One value in DER (X.690): its tag, where it begins, where its content begins, and where it ends. */
export interface DerValue {
  tag: number;
  from: number;
  start: number;
  end: number;
}

/**
 * The values from `from` to `to`, one after the other. Nothing is copied and no tree is built: lists of revoked certificates have hundreds of
 * thousands of entries. @throws RangeError when a length is not one of DER, or exceeds `to`
 */
export function* derValues(der: Buffer, from: number, to: number): Iterable<DerValue> {
  for (let at = from; at < to;) {
    const value = derValueAt(der, at, to);
    yield value;
    at = value.end;
  }
}

/** @throws RangeError as above */
export function derValueAt(der: Buffer, at: number, to: number): DerValue {
  const first = der.readUInt8(at + 1);
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  // 0x80 has no stated length, which DER does not allow.
  if (first === 0x80 || lengthBytes > 4) throw new RangeError('no length of DER');
  const start = at + 2 + lengthBytes;
  const end = start + (lengthBytes === 0 ? first : der.readUIntBE(at + 2, lengthBytes));
  if (end > to) throw new RangeError('a value that exceeds its place');
  return { tag: der.readUInt8(at), from: at, start, end };
}
