import { wireTypes } from './message-writer.ts';

/** A field of a protocol-buffers message: an integer, or the bytes of any other type. */
export type Field = { number: number } & ({ integer: bigint; bytes?: never } | { bytes: Buffer; integer?: never });

/** The fields of one message, in the order of the file. Bytes are views of the message. */
export function readFields(message: Buffer): Field[] {
  const found: Field[] = [];
  let at = 0;

  function varint(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
  function bytes(length: number): Buffer {
    if (at + length > message.length) throw new Error('A message ends within a field');
    at += length;
    return message.subarray(at - length, at);
  }

  while (at < message.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    switch (tag & 7) {
      case wireTypes.varint:
        found.push({ number, integer: varint() });
        break;
      case wireTypes.lengthDelimited:
        found.push({ number, bytes: bytes(Number(varint())) });
        break;
      case wireTypes.fourBytes:
        found.push({ number, bytes: bytes(4) });
        break;
      default:
        throw new Error(`Fields of wire type ${tag & 7} are not known here`);
    }
  }
  return found;
}
