/** Writes one protocol-buffers message, field by field: the wire format of ONNX files, in the order of the calls. */
export class MessageWriter {
  readonly #parts: Uint8Array[] = [];

  /** A field of an integer type. */
  integer(field: number, value: number | bigint): this {
    this.#tag(field, wireTypes.varint);
    this.#varint(BigInt(value));
    return this;
  }

  /** A field of type string or bytes. Bytes are copied at the end. */
  bytes(field: number, value: string | Uint8Array): this {
    const content = typeof value === 'string' ? Buffer.from(value, 'utf8') : value;
    this.#tag(field, wireTypes.lengthDelimited);
    this.#varint(BigInt(content.length));
    this.#parts.push(content);
    return this;
  }

  /** A field of type float. */
  float(field: number, value: number): this {
    this.#tag(field, wireTypes.fourBytes);
    const content = Buffer.alloc(4);
    content.writeFloatLE(value);
    this.#parts.push(content);
    return this;
  }

  message(field: number, message: MessageWriter): this {
    return this.bytes(field, message.end());
  }

  end(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #tag(field: number, wireType: number): void {
    this.#varint(BigInt((field << 3) | wireType));
  }

  /** Seven bits per byte, the lowest first; negative numbers as their 64-bit complement. */
  #varint(value: bigint): void {
    let rest = BigInt.asUintN(64, value);
    const out: number[] = [];
    do {
      const low = Number(rest & 127n);
      rest >>= 7n;
      out.push(rest > 0n ? low | 128 : low);
    } while (rest > 0n);
    this.#parts.push(Buffer.from(out));
  }
}

/** https://protobuf.dev/programming-guides/encoding/ */
export const wireTypes = { varint: 0, lengthDelimited: 2, fourBytes: 5 } as const;
