import type { SignatureFault } from '../../domain/ports/pages/signature-verifier.ts';

/** The part of a PDF that one signature covers (ISO 32000-1, 12.8.1): everything except the gap that contains the signature. */
export interface SignedRange {
  /** The start of the gap, its end, and the end of the signed bytes. */
  gapStart: number;
  gapEnd: number;
  end: number;
  /** The signature, without the zeros that fill the gap. */
  der: Buffer;
}

const mostSignatures = 20;
const mostGapBytes = 2_000_000;
const range = /\/ByteRange\s*\[\s*(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]/g;

/**
 * A PDF's signatures, the last one last. A gap must contain only its signature in hexadecimal digits: anything else would be displayed
 * without being signed.
 */
export function findSignedRanges(file: Buffer): SignedRange[] | { fault: SignatureFault } {
  const text = file.toString('latin1');
  const named = text.split('/ByteRange').length - 1;
  if (named === 0) return [];
  const found = [...text.matchAll(range)];
  if (found.length !== named || named > mostSignatures || !text.startsWith('%PDF-')) return { fault: 'malformed' };
  const ranges: SignedRange[] = [];
  for (const [, ...numbers] of found) {
    const [start = 1, gapStart = 0, gapEnd = 0, rest = 0] = numbers.map(Number);
    const end = gapEnd + rest;
    if (start !== 0 || gapStart < 1 || gapEnd <= gapStart + 2 || end > file.length) return { fault: 'malformed' };
    if (gapEnd - gapStart > mostGapBytes) return { fault: 'malformed' };
    const digits = /^<([0-9a-fA-F]+)>$/.exec(text.slice(gapStart, gapEnd))?.[1];
    if (digits === undefined || digits.length % 2 !== 0) return { fault: 'malformed' };
    const der = withoutFilling(Buffer.from(digits, 'hex'));
    if (der === null) return { fault: 'malformed' };
    ranges.push({ gapStart, gapEnd, end, der });
  }
  return ranges.sort((one, other) => one.end - other.end || one.gapStart - other.gapStart);
}

/** One value in DER (X.690) of definite length, followed only by zeros. */
function withoutFilling(bytes: Buffer): Buffer | null {
  const first = bytes[1];
  if (bytes[0] !== 0x30 || first === undefined || first === 0x80) return null;
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  if (lengthBytes > 4 || bytes.length < 2 + lengthBytes) return null;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  const end = 2 + lengthBytes + length;
  if (end > bytes.length || bytes.subarray(end).some((byte) => byte !== 0)) return null;
  return bytes.subarray(0, end);
}
