/** The content type of a file that contains another file and a signature over it (RFC 5652; its names end in `.p7s` or `.p7m`). */
export const signedEnvelopeType = 'application/pkcs7-mime';

const tag = { octets: 0x04, oid: 0x06, sequence: 0x30, set: 0x31, integer: 0x02, openOctets: 0x24, content: 0xa0 };
const signedData = Buffer.from('2a864886f70d010702', 'hex');
const data = Buffer.from('2a864886f70d010701', 'hex');
const pdfStart = Buffer.from('%PDF-');
/** Parts of an octet string may contain parts again. No program nests them deeper. */
const deepest = 4;

/** The content of a signed envelope, and where the envelope ends. */
export interface SignedEnvelope {
  content: Buffer;
  /** The end of the envelope: no signature covers what follows. */
  end: number;
}

/** Whether a file begins as an envelope around a PDF. `head` contains only the file's first bytes, so sizes are not checked. */
export function isSignedPdf(head: Buffer): boolean {
  const at = findContent(head);
  if (at === null) return false;
  const first = head[at] === tag.openOctets ? valueOf(head, at, { isHead: true })?.start : at;
  if (first === undefined || head[first] !== tag.octets) return false;
  const part = valueOf(head, first, { isHead: true });
  return part !== null && head.subarray(part.start, part.start + pdfStart.length).equals(pdfStart);
}

/** The PDF in a signed envelope; null for any other file. Checks every length and trusts nothing: the file may come from a stranger. */
export function openSignedPdf(file: Buffer): SignedEnvelope | null {
  const at = findContent(file);
  const whole = valueOf(file, 0);
  if (at === null || whole === null) return null;
  const parts: Buffer[] = [];
  if (collect(file, at, parts, 0) === null) return null;
  const content = parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts);
  return content.subarray(0, pdfStart.length).equals(pdfStart) ? { content, end: whole.next } : null;
}

/** The start of the content's octets: ContentInfo, its value, SignedData, then EncapsulatedContentInfo after the version and digests. */
function findContent(file: Buffer): number | null {
  const options = { isHead: true };
  const info = enter(file, 0, tag.sequence, options);
  const type = info === null ? null : valueOf(file, info, options);
  if (
    info === null ||
    type === null ||
    file[info] !== tag.oid ||
    !file.subarray(type.start, type.next).equals(signedData)
  )
    return null;
  const wrapped = enter(file, type.next, tag.content, options);
  const signed = wrapped === null ? null : enter(file, wrapped, tag.sequence, options);
  const version = signed === null ? null : valueOf(file, signed, options);
  if (signed === null || version === null || file[signed] !== tag.integer) return null;
  const digests = file[version.next] === tag.set ? valueOf(file, version.next, options) : null;
  const inner = digests === null ? null : enter(file, digests.next, tag.sequence, options);
  const innerType = inner === null ? null : valueOf(file, inner, options);
  if (inner === null || innerType === null || file[inner] !== tag.oid) return null;
  if (!file.subarray(innerType.start, innerType.next).equals(data)) return null;
  return enter(file, innerType.next, tag.content, options);
}

/** The start of the value with this tag; null when another value is there. */
function enter(file: Buffer, at: number, wanted: number, options: { isHead: boolean }): number | null {
  return file[at] === wanted ? (valueOf(file, at, options)?.start ?? null) : null;
}

/** Adds the octets of a string, whole or in parts. Returns the end of the string. */
function collect(file: Buffer, at: number, parts: Buffer[], depth: number): number | null {
  const value = valueOf(file, at);
  if (value === null || depth > deepest) return null;
  if (file[at] === tag.octets) {
    parts.push(file.subarray(value.start, value.next));
    return value.next;
  }
  if (file[at] !== tag.openOctets) return null;
  for (let place = value.start; place < value.end;) {
    const next = collect(file, place, parts, depth + 1);
    if (next === null || next <= place) return null;
    place = next;
  }
  return value.next;
}

interface Value {
  start: number;
  end: number;
  /** The position after the value, and after its end marker when it has no stated length. */
  next: number;
}

/**
 * One value in BER (X.690). A value without a stated length ends with two zeros. `isHead`: more of the file may follow, so a length may
 * exceed the available bytes, and the end of a value without a stated length is not searched for.
 */
function valueOf(file: Buffer, at: number, { isHead = false } = {}, depth = 0): Value | null {
  const first = file[at + 1];
  // Tags of several bytes do not occur before the content, and a library parses the signatures after it.
  if (first === undefined || ((file[at] ?? 0) & 0x1f) === 0x1f || depth > 16) return null;
  if (first === 0x80) {
    if (((file[at] ?? 0) & 0x20) === 0) return null;
    const start = at + 2;
    if (isHead) return { start, end: file.length, next: file.length };
    let place = start;
    while (!(file[place] === 0 && file[place + 1] === 0)) {
      const inner = valueOf(file, place, {}, depth + 1);
      if (inner === null) return null;
      place = inner.next;
    }
    return { start, end: place, next: place + 2 };
  }
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  if (lengthBytes > 4 || at + 2 + lengthBytes > file.length) return null;
  const start = at + 2 + lengthBytes;
  const end = start + (lengthBytes === 0 ? first : file.readUIntBE(at + 2, lengthBytes));
  return end > file.length && !isHead ? null : { start, end, next: end };
}
