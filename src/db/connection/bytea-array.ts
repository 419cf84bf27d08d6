const byteaType = 17;
/** Number of dimensions, whether there are nulls, type of the values, their number, the lowest index: four bytes each. */
const headerBytes = 20;

/**
 * A parameter `$1::bytea[]` in Postgres's binary format, in which the driver sends every `Buffer`. The driver's own form of an array is
 * text, in which each byte takes two digits and Postgres looks at each of them for quotes.
 */
export function byteaArray(values: readonly Uint8Array[]): Buffer {
  const array = Buffer.allocUnsafe(values.reduce((sum, { length }) => sum + 4 + length, headerBytes));
  for (const [index, field] of [1, 0, byteaType, values.length, 1].entries()) array.writeInt32BE(field, 4 * index);
  let at = headerBytes;
  for (const value of values) {
    array.set(value, array.writeInt32BE(value.length, at));
    at += 4 + value.length;
  }
  return array;
}
