/**
 * The protocol between a confined process and its parent over pipes: the lengths of a JSON text and of a payload, then both. Uses no
 * packages, because every process loads it at its start.
 */
const headerBytes = 8;

/** The header of a payload with this many bytes. */
export function frameHead(message: object, payloadBytes: number): Buffer {
  const json = Buffer.from(JSON.stringify(message));
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(json.length, 0);
  header.writeUInt32LE(payloadBytes, 4);
  return Buffer.concat([header, json]);
}

/**
 * Assembles frames from parts, and passes on each complete one. Copies each once, into a buffer of its size.
 * @throws when one is larger than `most`, or its text is not JSON
 */
export function createFrameReader(
  most: { jsonBytes: number; payloadBytes: number },
  take: (message: unknown, payload: Buffer) => void,
): (part: Buffer) => void {
  const header = Buffer.alloc(headerBytes);
  let body: Buffer | null = null;
  let filled = 0;

  function begin(): Buffer {
    const [jsonBytes, payloadBytes] = [header.readUInt32LE(0), header.readUInt32LE(4)];
    if (jsonBytes > most.jsonBytes || payloadBytes > most.payloadBytes) throw new Error('a frame is too large');
    return Buffer.allocUnsafeSlow(jsonBytes + payloadBytes);
  }

  function end(whole: Buffer): void {
    const jsonBytes = header.readUInt32LE(0);
    const message: unknown = JSON.parse(whole.subarray(0, jsonBytes).toString('utf8'));
    take(message, whole.subarray(jsonBytes));
  }

  return (part) => {
    for (let at = 0; at < part.length;) {
      const target: Buffer = body ?? header;
      const copied = part.copy(target, filled, at);
      at += copied;
      filled += copied;
      if (filled < target.length) return;
      filled = 0;
      if (body === null) {
        body = begin();
      } else {
        const whole = body;
        body = null;
        end(whole);
      }
    }
  };
}

/** A message and the bytes that belong to it. */
export interface ReadFrame {
  message: unknown;
  payload: Buffer;
}

/**
 * The frames of a stream, one after the other. The stream is read only while the caller waits for the next one.
 * @throws as `createFrameReader`
 */
export async function* readFrames(
  source: AsyncIterable<Buffer>,
  most: { jsonBytes: number; payloadBytes: number },
): AsyncGenerator<ReadFrame, undefined> {
  const complete: ReadFrame[] = [];
  const read = createFrameReader(most, (message, payload) => complete.push({ message, payload }));
  for await (const part of source) {
    read(part);
    yield* complete.splice(0);
  }
  return undefined;
}
